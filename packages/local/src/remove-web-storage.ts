/**
 * Removes Node's own localStorage. MSW looks for one while it loads, and Node 25 and newer answer with a warning that
 * the user of `npm start` can do nothing about.
 */
export function removeWebStorage(): void {
  Reflect.deleteProperty(globalThis, "localStorage");
}
