import { initializeApp } from "@firebase/app";
import {
  arrayUnion,
  connectFirestoreEmulator,
  deleteDoc,
  deleteField,
  disableNetwork,
  doc,
  enableNetwork,
  getDocFromServer,
  increment,
  initializeFirestore,
  onSnapshot,
  runTransaction,
  setDoc,
  setLogLevel,
  updateDoc,
} from "@firebase/firestore";

/** Fields have no order. */
const printed = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** What Google's own client shows of a document. Runs in a browser, because the client uses WebChannel only there. */
const run = async (host: string, port: number, isLongPolling: boolean) => {
  setLogLevel("silent");
  const app = initializeApp({ projectId: "demo-project", apiKey: "any" }, `${port}-${isLongPolling}`);
  const firestore = initializeFirestore(app, { experimentalForceLongPolling: isLongPolling });
  const uid = isLongPolling ? "polling" : "streaming";
  connectFirestoreEmulator(firestore, host, port, { mockUserToken: { sub: uid } });
  const mine = doc(firestore, "users", uid);
  const log: unknown[] = [];
  const shown: unknown[] = [];
  const waiting = new Set<() => void>();
  const stop = onSnapshot(mine, { includeMetadataChanges: true }, (snapshot) => {
    if (snapshot.metadata.hasPendingWrites || snapshot.metadata.fromCache) return;
    const next = snapshot.exists() ? snapshot.data() : "absent";
    if (printed(next) !== printed(shown.at(-1))) shown.push(next);
    for (const look of waiting) look();
  });
  const until = (expected: unknown) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not seen: ${JSON.stringify([expected, shown.slice(-2)])}`)),
        20_000,
      );
      const look = () => {
        if (printed(shown.at(-1)) !== printed(expected)) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: { code?: string }) => error.code,
    );

  await until("absent");
  await setDoc(mine, { name: "Ada" }, { merge: true });
  await until({ name: "Ada" });
  await updateDoc(mine, { count: increment(2), tags: arrayUnion("a") });
  await updateDoc(mine, { name: deleteField(), count: increment(1) });
  await until({ count: 3, tags: ["a"] });
  await runTransaction(firestore, async (transaction) => {
    const before = await transaction.get(mine);
    transaction.update(mine, { count: Number(before.get("count")) + 10 });
  });
  await until({ count: 13, tags: ["a"] });
  log.push(await codeOf(setDoc(mine, { stripePriceId: "p" }, { merge: true })));
  log.push(await codeOf(getDocFromServer(doc(firestore, "users", "somebody-else"))));
  log.push(
    await new Promise((resolve) => {
      onSnapshot(
        doc(firestore, "users", "somebody-else"),
        () => resolve("shown"),
        (error) => resolve(error.code),
      );
    }),
  );
  await disableNetwork(firestore);
  await enableNetwork(firestore);
  for (let count = 14; count < 34; count += 1) await updateDoc(mine, { count });
  await until({ count: 33, tags: ["a"] });
  await deleteDoc(mine);
  await until("absent");
  stop();
  return { log, shown: [shown[0], shown.at(-1)] };
};

Object.assign(globalThis, { run });
