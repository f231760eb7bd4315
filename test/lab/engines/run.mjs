/**
 * `npm run lab -- engines`: one list of flows in Chromium, Firefox and WebKit, against the built site with its local
 * services. Prints a table of flows by engine and exits with an error if one fails. Arguments: engines to test
 * instead of all, and `--flow=TEXT` for the flows whose name contains the text.
 */
import { createServer } from "node:http";
import { buildIfNeeded } from "../../../packages/local-services/bin/run-built.mjs";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { listen } from "../../../packages/server/test/support/listen.mjs";
import { startLocalSite } from "../../support/local-site.mjs";
import { install } from "../install.mjs";

install("engines");
await buildIfNeeded();

const { ENGINES } = await import("./engines.mjs");
const { createSession, INIT_SCRIPT } = await import("./session.mjs");
const { serverOf } = await import("./flows/people.mjs");
const lists = await Promise.all(
  ["public", "account", "pastes", "popups", "tabs", "privacy", "code", "sdk", "simulated"].map(
    (name) => import(`./flows/${name}.mjs`),
  ),
);

const args = process.argv.slice(2);
const wantedFlow = args.find((arg) => arg.startsWith("--flow="))?.slice("--flow=".length) ?? "";
const chosen = args.filter((arg) => !arg.startsWith("--"));
const flows = lists.flatMap((list) => list.default).filter(({ name }) => name.includes(wantedFlow));
const unknown = chosen.filter((name) => !(name in ENGINES));
if (unknown.length > 0 || flows.length === 0) {
  console.error(
    `Engines are ${Object.keys(ENGINES).join(", ")}; a flow must have ${wantedFlow || "a name"}.`,
  );
  process.exit(1);
}

/** A page of another origin. Its opener policy isolates the popup from its opener, and then it continues to `next`. */
const isolating = await listen(
  createServer((request, response) => {
    const next = new URL(request.url ?? "/", "http://localhost").searchParams.get("next") ?? "";
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("cross-origin-opener-policy", "same-origin");
    const script = `location.replace(${JSON.stringify(next).replaceAll("<", "\\u003c")})`;
    response.end(`<!doctype html><title>Elsewhere</title><script>${script}</script>`);
  }),
);

const runFlow = async (flow, { name, tools, site }) => {
  const started = performance.now();
  const faults = [];
  let version = "";
  try {
    const browser = await tools.launch({
      mode: flow.mode ?? "normal",
      script: INIT_SCRIPT + (flow.script ?? ""),
      port: (await leasePorts()) + 1,
    });
    version = browser.version;
    try {
      const session = await createSession(browser, site.origin);
      const server = serverOf(site.origin);
      await server.resetClock(); // an earlier flow may have moved it, and Google's SDK follows the device's clock
      await flow.run({
        ...session,
        origin: site.origin,
        server,
        isolating: `${isolating.origin}/`,
        engine: name,
        fail: (text) => faults.push(text),
      });
      const noise = (await session.noise()).filter((text) => !flow.expectedNoise?.test(text));
      if (noise.length > 0) faults.push(`the console says: ${[...new Set(noise)].join(" · ")}`);
    } finally {
      await browser.close();
    }
  } catch (error) {
    faults.push(`${error.name}: ${error.message}`);
  }
  return { name: flow.name, version, faults, seconds: (performance.now() - started) / 1000 };
};

const results = {};
for (const name of chosen.length > 0 ? chosen : Object.keys(ENGINES)) {
  const started = performance.now();
  const outcome = { flows: [], version: "" };
  results[name] = outcome;
  const tools = ENGINES[name].ready();
  // No engine changes another one's clock.
  const site = await startLocalSite();
  for (const flow of flows) {
    const result = await runFlow(flow, { name, tools, site });
    outcome.version ||= result.version;
    outcome.flows.push(result);
    console.log(
      `${result.faults.length === 0 ? "  ✓" : "  ✘"} ${name}: ${flow.name} (${result.seconds.toFixed(1)} s)`,
    );
    for (const fault of result.faults) console.log(`      ${fault}`);
    if (result.faults.length > 0)
      console.log(`      again: npm run lab -- engines ${name} --flow=${JSON.stringify(flow.name)}`);
  }
  await tools.dispose?.();
  await site.stop();
  outcome.seconds = (performance.now() - started) / 1000;
}
await isolating.close();

const names = Object.keys(results);
const width = Math.max(...flows.map(({ name }) => name.length));
console.log(`\n${"".padEnd(width)} ${names.map((name) => name.padStart(9)).join(" ")}`);
for (const [index, flow] of flows.entries()) {
  const marks = names.map((name) => (results[name].flows[index].faults.length === 0 ? "✓" : "✘").padStart(9));
  console.log(`${flow.name.padEnd(width)} ${marks.join(" ")}`);
}
console.log(
  `${"seconds".padEnd(width)} ${names.map((name) => results[name].seconds.toFixed(0).padStart(9)).join(" ")}`,
);
for (const name of names) console.log(`${name}: ${results[name].version}`);
const failed = names.flatMap((name) => results[name].flows).filter(({ faults }) => faults.length > 0).length;
console.log(`\n${names.length * flows.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
