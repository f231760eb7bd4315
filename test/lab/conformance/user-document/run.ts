import { isDeepStrictEqual } from "node:util";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import { listen } from "../../../mocks/http.ts";
import { behaviours } from "./behaviours.ts";
import type { Target } from "./client.ts";
import { startEmulator } from "./emulator.ts";
import { countGrpcFailures } from "./grpc.ts";
import { runSdk } from "./sdk.ts";

const WARM_UP = "/v1/projects/demo-project/databases/(default)/documents:batchGet";

type Outcome = { value: unknown } | { failed: string };

/** An error with all its causes. */
const chainOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? `${error}, because of ${chainOf(error.cause)}`
    : String(error);

const settle = async (target: Target, run: () => Promise<unknown>): Promise<Outcome> => {
  try {
    return { value: await run() };
  } catch (error) {
    return { failed: `on ${target.name}: ${chainOf(error)}` };
  }
};

const emulator = await startEmulator("user-document");
const ours = await listen(createLocalServices());
let failed = 0;
try {
  const targets = [
    { name: "emulator", url: emulator.url },
    { name: "local services", url: ours.origin },
  ];
  // The emulator compiles itself during its first call, which can take longer than the client's timeout.
  await Promise.all(targets.map(({ url }) => fetch(url + WARM_UP, { method: "POST", body: "{}" })));
  for (const [index, behaviour] of behaviours.entries()) {
    const outcomes = await Promise.all(
      targets.map((target) => settle(target, () => behaviour.run(target, `person-${index}`))),
    );
    const [first, second] = outcomes;
    const isSame = first !== undefined && "value" in first && isDeepStrictEqual(first, second);
    if (!isSame) failed += 1;
    console.log(`${isSame ? "same" : "DIFFERENT"}  ${behaviour.name}`);
    if (!isSame) for (const outcome of outcomes) console.log(`    ${JSON.stringify(outcome)}`);
  }
  failed += await runSdk(targets);
  failed += await countGrpcFailures();
} finally {
  emulator.stop();
  await ours.close();
}
console.log(
  `user-document: ${behaviours.length} behaviours and Google's own client compared, ${failed} differ.`,
);
process.exit(failed === 0 ? 0 : 1);
