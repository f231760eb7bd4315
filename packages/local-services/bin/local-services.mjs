import { runBuilt } from "./run-built.mjs";

// `npm run lab -- local-services`: only the local services, with the variables of `npm start` or the command's options.
const { PORT = "3000", HOST = "127.0.0.1", DATA_DIR = ".data", LOCAL_CONTROL_ORIGINS = "" } = process.env;
const origins = LOCAL_CONTROL_ORIGINS.split(",").map((origin) => origin.trim());
process.argv.splice(
  2,
  0,
  ...["--port", PORT, "--host", HOST, "--data", DATA_DIR, "--project", "demo-tallybin"],
  ...origins.filter(Boolean).flatMap((origin) => ["--control-origin", origin]),
);
// MSW looks for a localStorage while it loads, and Node 25 and newer have one, which responds with a warning.
Reflect.deleteProperty(globalThis, "localStorage");
runBuilt("local-services").catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
