const keepers = new Set<() => void>();

/** Registers a function that stores typed text before `reloadPage` reloads the page. */
export const beforeReload = (keep: () => void): void => void keepers.add(keep);

/** Runs the functions of `beforeReload`, then reloads the page. */
export function reloadPage(): void {
  for (const keep of keepers) keep();
  window.location.reload();
}
