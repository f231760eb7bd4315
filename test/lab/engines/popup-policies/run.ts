/**
 * Measures, in every installed engine, what a page sees of a popup: `tsx test/lab/engines/popup-policies/run.ts [engine …]`.
 * Prints the table that the identity client's README shows.
 */
import { ENGINES, startBrowser } from "./browsers.ts";
import { METHODS, type Measurement, POLICIES, startServer } from "./server.ts";

/** An engine needs two to six minutes on a quiet machine; only a hung one takes this long. */
const TIMEOUT_MS = 15 * 60_000;

const measure = async (engine: string): Promise<Measurement[]> => {
  const server = await startServer();
  const stop = startBrowser(engine, server.url);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${engine} did not finish`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([server.done, late]);
    return server.measured;
  } finally {
    clearTimeout(timer);
    await stop();
    server.stop();
  }
};

const shown = ({ isThere, looksClosed, canClose, isAnswered }: Measurement): string => {
  if (!isThere) return "never arrives";
  const tie = looksClosed ? "severed" : "connected";
  return [
    tie,
    ...(canClose === looksClosed ? [canClose ? "closes" : "cannot close"] : []),
    ...(isAnswered ? [] : ["no answer"]),
  ].join(", ");
};

process.stdout.write(
  `| engine | application | provider | ${METHODS.join(" | ")} |\n| --- | --- | --- | --- | --- | --- | --- |\n`,
);
const engines = process.argv.slice(2);
for (const engine of engines.length > 0 ? engines : ENGINES) {
  const measured = await measure(engine);
  const rows = POLICIES.flatMap((application) =>
    POLICIES.map((provider) => {
      const cells = METHODS.map((method) => {
        const found = measured.find(
          (one) => one.method === method && one.application === application && one.provider === provider,
        );
        return found ? shown(found) : "not measured";
      });
      return `| ${engine} | ${application} | ${provider} | ${cells.join(" | ")} |`;
    }),
  );
  process.stdout.write(`${rows.join("\n")}\n`);
}
