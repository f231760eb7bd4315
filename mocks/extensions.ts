import type { CreateExtension } from "./extension.ts";
import { firestore } from "./firestore/extension.ts";

/** The stand-ins that join every set of local services. */
export const extensions: readonly CreateExtension[] = [firestore];
