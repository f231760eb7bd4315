import { probe } from "./probe.ts";

/** For Node and Bun. */
process.stdout.write(JSON.stringify(await probe()));
