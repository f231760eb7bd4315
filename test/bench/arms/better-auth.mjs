import { installedArm } from "../support/installed.mjs";

/** Has no ID tokens to store or refresh: a server cookie holds its session. */
export default installedArm("better-auth", (from) => `export { createAuthClient } from ${from};`, "client");
