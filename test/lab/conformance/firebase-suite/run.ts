/**
 * Runs the integration tests of a checkout of firebase-js-sdk against the local services, in Chromium and in Node.
 * `--checkout DIR` is the checkout. Exits with an error after a failed test.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import { listen } from "../../../mocks/http.ts";
import { type Result, runInChromium } from "./browser.ts";
import { here } from "./bundle.ts";
import { bundleSpecs } from "./specs.ts";

/** "131 of 131 (20 skipped)". */
const counts = (results: Result[]): string => {
  const of = (state: Result["state"]) => results.filter((result) => result.state === state).length;
  return `${of("passed")} of ${results.length - of("skipped")} (${of("skipped")} skipped)`;
};

/** Runs the specs with mocha in a process of its own, because the SDK keeps its sockets and timers. */
async function runInNode(specs: string): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-firebase-"));
  const [script, answer] = [join(folder, "specs.mjs"), join(folder, "results.json")];
  writeFileSync(script, specs);
  writeFileSync(answer, "[]");
  try {
    const child = spawn(process.execPath, [`${here}node-runner.mjs`, script, answer], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await new Promise((resolve) => child.once("exit", resolve));
    const results = JSON.parse(readFileSync(answer, "utf8")) as Result[];
    return results.length > 0 ? results : [{ title: "the specs load", state: "failed", error: "see above" }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
