import { firebaseArm, modulesOf } from "../support/firebase.mjs";
import { versionOf } from "../support/installed.mjs";

export default firebaseArm("firebase", versionOf("firebase"), modulesOf("firebase"));
