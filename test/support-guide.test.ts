import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { readEmail } from "@tallybin/contract/typed-text";
import { expect, onTestFinished, test } from "vitest";
import { createLocalServices } from "../mocks/local-services.ts";
import { listen } from "./mocks/http.ts";

const PROJECT = "demo-project";
const password = "example-correct-horse";
const guide = readFileSync(new URL("../docs/support.md", import.meta.url), "utf8");

/** The commands of a section's block, against the local services. */
const commandsWith = (text: string, origin: string): string => {
  const blocks = Array.from(guide.matchAll(/```sh\n(.*?)```/gs), ([, block = ""]) => block);
  const block = blocks.find((each) => each.includes(text));
  if (block === undefined) throw new Error(`docs/support.md has no commands with ${text}`);
  return block.replaceAll("https://", `${origin}/`);
};

test.each([
  ["a letter of German", "ada@münchen.example", "ada@xn--mnchen-3ya.example"],
  ["a letter of Polish", "ada@łódź.example", "ada@xn--d-uga0v4h.example"],
  ["Japanese", "ada@例え.example", "ada@xn--r8jz45g.example"],
  ["Cyrillic", "ada@пример.example", "ada@xn--e1afmkfd.example"],
  ["Arabic", "ada@مثال.example", "ada@xn--mgbh0fb.example"],
])(
  "the commands of the support guide find an account whose domain has %s, and make a sign-in possible",
  async (_, stored, typed) => {
    const { origin, close } = await listen(createLocalServices({ seed: 1 }));
    const folder = mkdtempSync(join(tmpdir(), "tallybin-support-"));
    onTestFinished(async () => {
      await close();
      rmSync(folder, { recursive: true });
    });
    const accounts = `${origin}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
    const headers = { authorization: "Bearer owner", "content-type": "application/json" };
    for (const email of ["bob@example.com", stored])
      await fetch(accounts, { method: "POST", headers, body: JSON.stringify({ email, password }) });
    const signIn = (email: string) =>
      fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any-key`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      });
    const address = readEmail(stored).address ?? "";
    expect(address).toBe(typed);
    expect((await signIn(address)).status, "the account is not found").toBe(400);

    const { users } = await (await fetch(`${accounts}:batchGet?maxResults=1000`, { headers })).json();
    const rows = users.map(({ localId = "", email = "" }) => ({ localId, email })); // the tool writes them in this order
    writeFileSync(join(folder, "exported.json"), JSON.stringify({ users: rows }, null, 2));
    writeFileSync(join(folder, "firebase"), '#!/bin/sh\ncp exported.json "$2"\n', { mode: 0o755 });
    writeFileSync(join(folder, "gcloud"), "#!/bin/sh\necho owner\n", { mode: 0o755 });
    const run = async (commands: string, more = {}): Promise<string> =>
      (
        await promisify(execFile)("bash", ["-c", commands], {
          cwd: folder,
          env: { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"]}`, PROJECT, ...more },
        })
      ).stdout;

    const found = await run(commandsWith("auth:export", origin));
    expect(found.match(/"email"/g)).toHaveLength(1);
    expect(found).toContain(stored);
    const ACCOUNT = /"localId": "(\w+)"/.exec(found)?.[1];
    await run(commandsWith('"email":"\'$EMAIL\'"', origin), { ACCOUNT, EMAIL: address });
    expect((await signIn(address)).status).toBe(200);
  },
);
