import { run } from "./run.ts";

run(async () => (await import("./programs/start.ts")).start());
