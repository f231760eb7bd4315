/**
 * Runs the integration tests of a checkout of firebase-js-sdk against the local services, in Chromium and in Node.
 * `--checkout DIR` is the checkout. `--auth FILE` is a module that takes the place of `firebase/auth` in a second run,
 * of which each difference is printed. Exits with an error after a failed test of the SDK, or a difference.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { listen } from "../../mocks/http.ts";
import { runInChromium } from "./browser.ts";
import { type Arm, sdk } from "./bundle.ts";
import { runInNode } from "./node.ts";
import { compare, counts, type Result } from "./results.ts";
import { bundleSpecs } from "./specs.ts";

const PROJECT = "demo-tallybin";

const { checkout, auth } = parseArgs({
  options: { checkout: { type: "string" }, auth: { type: "string" } },
}).values;
if (checkout === undefined) {
  console.error("Name a checkout of firebase-js-sdk: --checkout DIR");
  process.exit(1);
}

async function results(arm: Arm, forNode: boolean): Promise<Result[]> {
  const services = await listen(createLocalServices({ standalone: true, projectId: PROJECT }));
  try {
    const { host } = new URL(services.origin);
    const specs = await bundleSpecs(arm, checkout ?? "", { forNode, host, project: PROJECT });
    return await (forNode ? runInNode(specs) : runInChromium(specs));
  } finally {
    await services.close();
  }
}

let faults = 0;
for (const forNode of [false, true]) {
  const where = forNode ? "Node" : "Chromium";
  const control = await results(sdk, forNode);
  console.log(`${where}: firebase/auth passed ${counts(control)}`);
  for (const { title, error } of control.filter(({ state }) => state === "failed")) {
    console.log(`  ${title}: ${error}`);
    faults += 1;
  }
  if (auth === undefined) continue;
  const other = await results({ auth: resolve(auth), internal: undefined }, forNode);
  console.log(`${where}: ${auth} passed ${counts(other)}`);
  const differences = compare(control, other);
  for (const line of differences) console.log(`  ${line}`);
  faults += differences.length;
}
process.exit(faults === 0 ? 0 : 1);
