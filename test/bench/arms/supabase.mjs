import { installedArm } from "../support/installed.mjs";

export default installedArm("@supabase/auth-js", (from) => `export { AuthClient } from ${from};`);
