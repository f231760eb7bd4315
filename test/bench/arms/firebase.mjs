import { fileURLToPath } from "node:url";
import { firebaseArm } from "../support/firebase.mjs";

export default firebaseArm("firebase", fileURLToPath(new URL("../node_modules/firebase", import.meta.url)));
