import { installedArm } from "../support/installed.mjs";

/** Keeps no token and refreshes none: its server holds the session in a cookie. */
export default installedArm("better-auth", (from) => `export { createAuthClient } from ${from};`, "client");
