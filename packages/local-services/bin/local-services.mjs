import { runBuilt } from "./run-built.mjs";

// `npm run lab -- local-services`: only the local services, with the variables of `npm start` or the command's options.
const { PORT = "3000", HOST = "127.0.0.1", DATA_DIR = ".data" } = process.env;
const { LOCAL_CONTROL_ORIGINS = "", LOCAL_ALLOWED_HOSTS = "" } = process.env;
const optionsOf = (/** @type {string} */ option, /** @type {string} */ list) =>
  list.split(",").flatMap((item) => (item.trim() ? [option, item.trim()] : []));
process.argv.splice(
  2,
  0,
  ...["--port", PORT, "--host", HOST, "--data", DATA_DIR, "--project", "demo-project"],
  ...optionsOf("--control-origin", LOCAL_CONTROL_ORIGINS),
  ...optionsOf("--allowed-host", LOCAL_ALLOWED_HOSTS),
);
// MSW looks for a localStorage while it loads, and Node 25 and newer have one, which responds with a warning.
Reflect.deleteProperty(globalThis, "localStorage");
runBuilt("local-services").catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
