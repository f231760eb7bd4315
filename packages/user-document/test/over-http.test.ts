import * as v from "valibot";
import { expect, test } from "vitest";
import { createUserDocument } from "../src/index.ts";
import { startServer } from "./support/http-server.ts";

const CHANGES = 200;
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const idToken = `${part({ alg: "none" })}.${part({ user_id: "alice", sub: "alice" })}.`;

test(`${CHANGES} changes made on one device arrive on another over real sockets, each once and in order`, async () => {
  const { url, stop } = await startServer();
  const device = () =>
    createUserDocument({
      url,
      projectId: "demo-project",
      uid: "alice",
      schema: v.object({ count: v.number() }),
      getIdToken: async () => idToken,
    });
  const reader = device();
  const writer = device();
  const seen: number[] = [];
  const isLive = new Promise<void>((resolve) => {
    reader.watch((state) => {
      if (state.connection === "live") resolve();
      if (state.status !== "ready" || !state.snapshot.exists) return;
      if (state.snapshot.data.count === seen.at(-1)) return;
      seen.push(state.snapshot.data.count);
    });
  });
  await isLive;
  for (let count = 0; count < CHANGES; count += 1) {
    await writer.set({ count }, { merge: true });
  }
  await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(CHANGES);
  reader.dispose();
  writer.dispose();
  stop();

  expect(seen).toEqual(Array.from({ length: CHANGES }, (_, count) => count));
});
