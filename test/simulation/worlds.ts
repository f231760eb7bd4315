/**
 * What stands beside each other in a run.
 * - `browser`: one browser of two people.
 * - `devices`: two people, and two devices whose clocks differ.
 * - `server`: the same, and the site's server keeps the refresh tokens.
 * - `documents`: two devices again, and each page follows its user's document.
 * - `releases`: one browser, where every second page has the client of an earlier release. Steps that this release alone
 *   survives are left out.
 * - `popups`: one browser, whose two people also sign in by popup and by redirect.
 * - `pages`: one browser, whose pages run the site's own code, with the user's document, what the user types, and sessions
 *   that Google's SDK has left.
 */
export const WORLDS = ["browser", "devices", "server", "documents", "releases", "popups", "pages"] as const;
export type World = (typeof WORLDS)[number];
