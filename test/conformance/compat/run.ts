/**
 * Runs Google's Firestore SDK, FirebaseUI, Google's quickstart pages and a public application: first with Google's
 * `firebase/auth` as the control, then with ours in its place. `--auth FILE` names another module, `--control` runs only
 * the control, and `--only TEXT` chooses by name. `--quickstart DIR` and `--marketplace DIR` are checkouts of
 * firebase/quickstart-js and bradtraversy/house-marketplace; without them, their pages are skipped.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Arm, bundle, sdk } from "../firebase-suite/bundle.ts";
import { firestore } from "./firestore/flow.ts";
import { type Build, type Flow, here } from "./flow.ts";
import { marketplace } from "./marketplace/flow.ts";
import { quickstart } from "./quickstart/flow.ts";
import { screens } from "./screens/flow.ts";
import { PROJECT, startWorld } from "./world.ts";

const FLOWS = [firestore, screens, quickstart, marketplace];
const COMPAT = fileURLToPath(new URL("../../../packages/identity/src/compat/index.ts", import.meta.url));

const options = parseArgs({
  options: {
    auth: { type: "string", default: COMPAT },
    control: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    quickstart: { type: "string", default: "" },
    marketplace: { type: "string", default: "" },
  },
}).values;

/** Runs a flow in a world of its own. Returns whether it passed. */
async function passes(flow: Flow, arm: Arm): Promise<boolean> {
  const world = await startWorld();
  const errors: string[] = [];
  let shown = async () => "";
  try {
    const env = { SERVICES: JSON.stringify(world.services), PROJECT: JSON.stringify(PROJECT) };
    const build: Build = (source, { from = here, plugins = [], define = {} } = {}) =>
      bundle({ source, arm, from, plugins, define: { ...env, ...define } });
    const site = await world.open(await flow.files(build, flow.checkout ? options[flow.checkout] : ""));
    site.context.on("weberror", (error) => errors.push(error.error().message));
    site.context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    shown = async () => {
      const page = await site.context.pages().at(-1)?.locator("body").ariaSnapshot();
      return `The last page shows:\n${page?.replaceAll(/^ *- option .*\n/gm, "")}`;
    };
    await flow.run(world, site, (what) => console.log(`  ok      ${flow.name}: ${what}`));
    return true;
  } catch (error) {
    const of = error instanceof Error ? (error.stack ?? error.message) : String(error);
    console.log(`  FAILED  ${flow.name}: ${[of, ...errors, await shown()].join("\n          ")}`);
    return false;
  } finally {
    await world.close();
  }
}

const arms: [name: string, arm: Arm][] = [["firebase/auth", sdk]];
if (!options.control) arms.push([options.auth, { auth: resolve(options.auth), internal: undefined }]);
let failed = 0;
for (const [name, arm] of arms) {
  console.log(name);
  for (const flow of FLOWS.filter((candidate) => candidate.name.includes(options.only))) {
    if (flow.checkout && options[flow.checkout] === "")
      console.log(`  skipped ${flow.name}: name a checkout with --${flow.checkout} DIR`);
    else if (!(await passes(flow, arm))) failed += 1;
  }
}
process.exit(failed === 0 ? 0 : 1);
