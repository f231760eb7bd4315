/**
 * Runs the integration tests of a checkout of firebase-js-sdk against the local services, in Chromium and in Node.
 * `--checkout DIR` is the checkout. Exits with an error after a failed test.
 */
import { parseArgs } from "node:util";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import { listen } from "../../../mocks/http.ts";
import { runInChromium } from "./browser.ts";
import { runInNode } from "./node.ts";
import { counts, type Result } from "./results.ts";
import { bundleSpecs } from "./specs.ts";

const PROJECT = "demo-project";

const { checkout } = parseArgs({ options: { checkout: { type: "string" } } }).values;
if (checkout === undefined) {
  console.error("Name a checkout of firebase-js-sdk: --checkout DIR");
  process.exit(1);
}

async function results(checkout: string, forNode: boolean): Promise<Result[]> {
  const services = await listen(createLocalServices({ standalone: true, projectId: PROJECT }));
  try {
    const { host } = new URL(services.origin);
    const specs = await bundleSpecs(checkout, { forNode, host, project: PROJECT });
    return await (forNode ? runInNode(specs) : runInChromium(specs));
  } finally {
    await services.close();
  }
}

let faults = 0;
for (const forNode of [false, true]) {
  const where = forNode ? "Node" : "Chromium";
  const found = await results(checkout, forNode);
  console.log(`${where}: firebase/auth passed ${counts(found)}`);
  for (const { title, error } of found.filter(({ state }) => state === "failed")) {
    console.log(`  ${title}: ${error}`);
    faults += 1;
  }
}
process.exit(faults === 0 ? 0 : 1);
