import { runProgram } from "./run.ts";

runProgram(async () => (await import("./programs/start.ts")).runBuiltSite());
