const keepers = new Set<() => void>();

/** Registers what keeps typed text through a reload that the page offers. */
export const beforeReload = (keep: () => void): void => void keepers.add(keep);

/** Reloads the page. What `beforeReload` has registered is kept. */
export function reloadPage(): void {
  for (const keep of keepers) keep();
  window.location.reload();
}
