import { partsOf } from "../../packages/identity/src/client/client-parts.ts";
import * as identity from "../../packages/identity/src/index.ts";

/** The identity client under test: the present code, or a copy with one fault. */
export type Library = typeof identity & { partsOf: typeof partsOf };

export const library: Library = { ...identity, partsOf };
