import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { firebaseArm } from "../support/firebase.mjs";

const folder = fileURLToPath(new URL("../newest/node_modules/firebase", import.meta.url));

/** Undefined if the newest release could not be installed. */
export default existsSync(`${folder}/package.json`) ? firebaseArm("firebase, newest", folder) : undefined;
