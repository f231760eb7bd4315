import { run } from "./run.ts";

run(async () => (await import("./programs/dev.ts")).dev());
