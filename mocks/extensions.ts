import type { CreateExtension } from "./core/extension.ts";
import { firestore } from "./firestore/extension.ts";

/** The extensions of every set of local services. */
export const extensions: readonly CreateExtension[] = [firestore];
