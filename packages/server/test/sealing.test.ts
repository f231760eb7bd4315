import { hkdfSync } from "node:crypto";
import {
  BrokenSealError,
  createSealer,
  type Place,
  UnavailableError,
} from "@tallybin/identity-server/internal";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { SECRET } from "./support/sessions.ts";

const PLACE: Place = { id: "00000000-0000-4000-8000-000000000001", column: "refresh_token" };
const TEXT = "1//refresh-tökén";
const key = new Uint8Array(hkdfSync("sha256", SECRET, "", "tallybin session tokens", 32));
const sealer = createSealer([SECRET]);

test("the sealer writes a JWE that another library can decrypt", async () => {
  const { plaintext, protectedHeader } = await compactDecrypt(sealer.seal(TEXT, PLACE), key);
  expect(new TextDecoder().decode(plaintext)).toBe(TEXT);
  expect(protectedHeader).toMatchObject({ alg: "dir", enc: "A256GCM", sid: PLACE.id, use: PLACE.column });
});

test("the sealer opens a JWE that another library wrote, because rows of earlier releases hold them", async () => {
  const { kid = "" } = decodeProtectedHeader(sealer.seal("", PLACE));
  const sealed = await new CompactEncrypt(new TextEncoder().encode(TEXT))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid, sid: PLACE.id, use: PLACE.column })
    .encrypt(key);
  expect(sealer.open(sealed, PLACE)).toBe(TEXT);
});

test("sealing the same text twice gives different results", () => {
  expect(sealer.seal(TEXT, PLACE)).not.toBe(sealer.seal(TEXT, PLACE));
});

test("the sealer opens no text with a changed character, and no incomplete text", () => {
  const sealed = sealer.seal(TEXT, PLACE);
  const [header, , ...parts] = sealed.split(".");
  for (let at = (header ?? "").length; at < sealed.length; at++) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    // The last character of a part may have bits that no byte uses.
    if (sealed[at] === "." || sealed[at + 1] === "." || at + 1 === sealed.length) continue;
    expect(() => sealer.open(changed, PLACE), `character ${at}`).toThrow(BrokenSealError);
  }
  const [iv, text, tag = ""] = parts;
  for (const broken of [
    ...["", "x", header, `${header}.`, `${header}..`, `${header}..${iv}`, `${header}..${iv}.${text}`],
    ...[
      `${header}..${iv}.${text}.${tag.slice(0, 16)}`,
      `${header}..${iv}..${tag}`,
      `${header}...${text}.${tag}`,
    ],
  ])
    expect(() => sealer.open(broken ?? "", PLACE), broken).toThrow();
});

test.for<[string, Place]>([
  ["another row", { ...PLACE, id: "00000000-0000-4000-8000-000000000002" }],
  ["another column", { ...PLACE, column: "id_token" }],
])("the sealer refuses to open a text that was moved to %s", ([, place]) => {
  expect(() => sealer.open(sealer.seal(TEXT, PLACE), place)).toThrow(BrokenSealError);
});

test("the sealer refuses a moved text even if the text's header was changed to match the new place", () => {
  const sealed = sealer.seal(TEXT, PLACE);
  const [header = "", ...rest] = sealed.split(".");
  const moved = { ...JSON.parse(Buffer.from(header, "base64url").toString()), use: "id_token" };
  const forged = [Buffer.from(JSON.stringify(moved)).toString("base64url"), ...rest].join(".");
  expect(() => sealer.open(forged, { ...PLACE, column: "id_token" })).toThrow(BrokenSealError);
});

test("the sealer opens texts sealed with the previous secret, and reports an unknown secret as unavailable", () => {
  const before = createSealer(["x".repeat(32)]).seal(TEXT, PLACE);
  expect(createSealer([SECRET, "x".repeat(32)]).open(before, PLACE)).toBe(TEXT);
  expect(() => sealer.open(before, PLACE)).toThrow(UnavailableError);
});
