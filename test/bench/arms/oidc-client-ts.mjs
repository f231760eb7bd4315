import { installedArm } from "../support/installed.mjs";

export default installedArm(
  "oidc-client-ts",
  (from) => `export { UserManager, WebStorageStateStore } from ${from};`,
);
