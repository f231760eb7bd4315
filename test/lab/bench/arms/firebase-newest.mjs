import { firebaseArm, modulesOf } from "../support/firebase.mjs";
import { versionOf } from "../support/installed.mjs";

/** The parts that `firebase` 13.2.0 re-exports: two of its other parts are missing from the registry. */
export default firebaseArm("@firebase/auth", versionOf("@firebase/auth"), modulesOf("@firebase"));
