import { runBuilt } from "./run-built.mjs";

// `npm run lab -- local-services`: only the local services.
runBuilt("local-services").catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
