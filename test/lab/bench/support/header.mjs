import { cpus } from "node:os";
import { chromium } from "playwright";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";

/** Below this load per processor, other programs do not change the times much. */
const IDLE = 0.25;

async function browserVersion() {
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  const version = browser.version();
  await browser.close();
  return version;
}

/** The first part of the page: what was measured, where and how. @param {number} load at the start */
export async function header(load) {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown processor";
  const state =
    load < IDLE * processors.length
      ? "the machine was idle"
      : "**other programs used the processors**, so the times are too high for all columns";
  return `# The identity client beside its peers

\`npm run bench\` prints these tables, and \`npm run bench -- --write\` writes this page. It installs the peers into \`test/lab\` and starts the local services and a browser by itself. \`npm run bench -- bytes\` measures one row only. A new peer is a new file in [\`test/lab/bench/arms\`](../../test/lab/bench/arms). The server's figures beside nginx and pgbench are in [measurements](measurements.md#capacity).

Run of ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, Chromium ${await browserVersion()}, ${processors.length} × ${model}. Load average at the start: ${load.toFixed(1)}; ${state}. Bytes, requests and faults do not depend on the processor.

tallybin and firebase call the same local services of this repository. Both columns of Firebase contain \`firebase/app\`. better-auth calls its own server, with records in memory. The other libraries call a local double of their own service, written with their file in \`arms\`. Each library has the settings that its documentation names for a stored session with refresh tokens. \`@firebase/auth\` is the newest release of Firebase's SDK: \`firebase\` 13.2.0 re-exports it, but two other parts of that package are missing from the registry.

A dash means that a line does not apply. The reason is below its table.
`;
}
