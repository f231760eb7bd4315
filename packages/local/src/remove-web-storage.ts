/**
 * Removes Node's own localStorage. MSW looks for one while it loads, and Node 25 and newer respond with a warning
 * that the user of `npm start` cannot fix.
 */
export function removeWebStorage(): void {
  Reflect.deleteProperty(globalThis, "localStorage");
}
