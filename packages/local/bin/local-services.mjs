import { runBuilt } from "./run-built.mjs";

// `npm run local-services`: the emulated services alone.
runBuilt("local-services").catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
