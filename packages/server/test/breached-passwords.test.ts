import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { UnavailableError } from "@tallybin/identity-server/errors/errors";
import { expect, onTestFinished, test } from "vitest";
import { StartError } from "../src/errors/start-error.ts";
import { createRangeSource } from "../src/passwords/breached-passwords.ts";
import { newFolder } from "./support/folder.ts";
import { listen } from "./support/listen.mjs";

const HASH = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"; // of "password"
const OTHER = "5BAA600000000000000000000000000000000000";

const fileWith = (text: string): string => {
  const file = join(newFolder(), "ranges.txt");
  writeFileSync(file, text);
  return file;
};

/** A service of ranges; `seen` lists its requests. */
const service = async (answer: { status?: number; body: string; headers?: Record<string, string> }) => {
  const seen: { url: string | undefined; padding: string | string[] | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url, padding: request.headers["add-padding"] });
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  const { origin, close } = await listen(server);
  onTestFinished(close);
  return { url: `${origin}/range`, seen };
};

test("a file of breached passwords is read with or without counts, and its other lines are skipped", async () => {
  const ranges = createRangeSource({
    file: fileWith(`# common\n${HASH.toLowerCase()}\r\n${OTHER}:12\nno hash\n${HASH.slice(1)}\n`),
  });
  expect(await ranges?.("5BAA6")).toEqual([HASH.slice(5), OTHER.slice(5)]);
  expect(await ranges?.("00000")).toEqual([]);
});

test("the server does not start if the file of breached passwords cannot be read", () => {
  expect(() => createRangeSource({ file: "/no/such/file" })).toThrow(StartError);
});

test("createRangeSource returns nothing if no source of breached passwords is configured", () => {
  expect(createRangeSource(null)).toBeUndefined();
});

test("a breached-password service gets only five digits of the hash, and the server ignores its padding entries", async () => {
  const { url, seen } = await service({ body: `${HASH.slice(5)}:9545824\r\n${OTHER.slice(5)}:0` });
  expect(await createRangeSource({ url })?.("5BAA6")).toEqual([HASH.slice(5)]);
  expect(seen).toEqual([{ url: "/range/5BAA6", padding: "true" }]);
});

test("a redirect of a breached-password service is not followed", async () => {
  const elsewhere = await service({ body: `${HASH.slice(5)}:1` });
  const { url } = await service({ status: 302, body: "", headers: { location: `${elsewhere.url}/5BAA6` } });
  await expect(createRangeSource({ url })?.("5BAA6")).rejects.toThrow(UnavailableError);
  expect(elsewhere.seen).toEqual([]);
});

test.each([
  { name: "fails", answer: { status: 500, body: "" } },
  { name: "answers without end", answer: { body: "A".repeat(600_000) } },
])("a breached-password service that $name counts as unavailable", async ({ answer }) => {
  const { url } = await service(answer);
  await expect(createRangeSource({ url })?.("5BAA6")).rejects.toThrow(UnavailableError);
});
