import { fileURLToPath } from "node:url";
import { firebaseArm } from "../support/firebase.mjs";
import tallybin from "./tallybin.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Firebase's app that our module finds, because a second copy would have apps of its own. */
const app = `${root}node_modules/@firebase/app`;
const arm = firebaseArm("tallybin compat", tallybin.version, {
  app,
  auth: `${root}packages/identity/src/compat/index.ts`,
});

/** @type {import("../support/arm.mjs").Arm} */
export default {
  ...arm,
  callback: tallybin.callback,
  without: { document: "works with Firebase's own" },
  remarks: {
    ...tallybin.remarks,
    "sign-up": "looks the account up before the call resolves, as Firebase's SDK does",
  },
};
