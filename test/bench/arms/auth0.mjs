import { installedArm } from "../support/installed.mjs";

export default installedArm("@auth0/auth0-spa-js", (from) => `export { createAuth0Client } from ${from};`);
