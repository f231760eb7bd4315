import { fileURLToPath } from "node:url";
import { type Program, run } from "../support/program.ts";

export type Bare = {
  port: number;
  databaseUrl: string;
  pool: number;
  tokenService?: string;
  /** The server whose responses to `paths` are copied. */
  origin?: string;
  paths?: string[];
};

/**
 * Starts the floor of a Node server. The same statements, the same call of the token service and the same bytes, by
 * Node's `http` and `pg` alone: without checks, encryption, limits of size and time, log and metrics.
 */
export const startBare = (options: Bare): Program =>
  run(
    [
      ...["--import", "tsx", fileURLToPath(new URL("bare-server.ts", import.meta.url))],
      JSON.stringify(options),
    ],
    {},
  );
