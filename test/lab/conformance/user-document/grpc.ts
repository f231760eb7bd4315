import { createRequire } from "node:module";
import { startCommand } from "../../../../packages/local-services/test/support/command.ts";

const require = createRequire(import.meta.url);

/**
 * Google's client for Node speaks gRPC. The command `local-services` refuses it with a reason, because a client that
 * gets no answer waits without end.
 * @returns how many calls were not refused
 */
export async function countGrpcFailures(): Promise<number> {
  const { deleteApp, initializeApp } = require("@firebase/app");
  const { connectFirestoreEmulator, doc, getDocFromServer, getFirestore, runTransaction } =
    require("@firebase/firestore");
  const { program, origin } = await startCommand();
  const app = initializeApp({ projectId: "demo-project" }, "grpc");
  try {
    const documents = getFirestore(app);
    connectFirestoreEmulator(documents, "127.0.0.1", Number(new URL(origin).port));
    const ada = doc(documents, "users/ada");
    const calls: Record<string, { run(): Promise<unknown>; refusal: RegExp }> = {
      "a transaction": {
        run: () =>
          runTransaction(documents, (transaction: { get(one: object): unknown }) => transaction.get(ada)),
        refusal: /^unimplemented: .*not gRPC/,
      },
      "a read": { run: () => getDocFromServer(ada), refusal: /^(unimplemented|unavailable): / },
    };
    let failed = 0;
    for (const [name, { run, refusal }] of Object.entries(calls)) {
      const found = await run().then(
        () => "accepted",
        ({ code, message }) => `${code}: ${message}`,
      );
      const isRefused = refusal.test(found);
      if (!isRefused) failed += 1;
      console.log(`${isRefused ? "refused" : "DIFFERENT"}  ${name} over gRPC: ${found}`);
    }
    return failed;
  } finally {
    await deleteApp(app);
    await program.stop();
  }
}
