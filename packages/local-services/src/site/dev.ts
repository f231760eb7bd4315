import { runProgram } from "./run.ts";

runProgram(async () => (await import("./programs/dev.ts")).runDevelopment());
