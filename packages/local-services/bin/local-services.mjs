import { runBuilt } from "./run-built.mjs";

// `npm run lab -- local-services`: only the local services, with the options of the installed command.
// MSW looks for a localStorage while it loads, and Node 25 and newer have one, which responds with a warning.
Reflect.deleteProperty(globalThis, "localStorage");
runBuilt("local-services").catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
