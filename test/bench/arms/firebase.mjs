import { firebaseArm } from "../support/firebase.mjs";
import { versionOf } from "../support/installed.mjs";

export default firebaseArm("firebase", versionOf("firebase"), "firebase");
