let offsetMs = 0;
let frozenAt: number | null = null;

/** The site's time. In local mode it follows the local services' clock; otherwise it is the device's. */
export const now = (): number => frozenAt ?? Date.now() + offsetMs;

/** Sets the site's time. Returns whether the time changed. */
export function setClock(clock: { offset: number; frozenAt: number | null }): boolean {
  const changed = clock.offset !== offsetMs || clock.frozenAt !== frozenAt;
  offsetMs = clock.offset;
  frozenAt = clock.frozenAt;
  return changed;
}
