import { partsOf } from "../../packages/identity/src/client/client-parts.ts";
import * as custody from "../../packages/identity/src/custody/index.ts";
import * as identity from "../../packages/identity/src/index.ts";
import type * as identityServer from "../../packages/identity-server/src/index.ts";

/** The identity client under test: the present code, or a copy with one fault. */
export type Library = typeof identity & typeof custody & { partsOf: typeof partsOf };

export const library: Library = { ...identity, ...custody, partsOf };

/** The session handlers under test. */
export type ServerLibrary = Pick<typeof identityServer, "sessionHandlers" | "memoryStore">;
