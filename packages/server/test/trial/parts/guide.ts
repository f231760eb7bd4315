import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseVariables, SESSION_LINES } from "../guide.ts";
import { copyRelease } from "../release.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";

/** The local services instead of Google. */
const services = (stage: Stage): Record<string, string> => ({
  IDENTITY_TOOLKIT_URL: `${stage.local}/identitytoolkit.googleapis.com`,
  SECURE_TOKEN_URL: `${stage.local}/securetoken.googleapis.com`,
  DOCUMENTS_URL: stage.local,
  TOKEN_KEYS_URL: `${stage.local}/__local/jwks`,
});

/** The additions for the trial's load: mails, and a high limit for one client. */
const forLoad = (stage: Stage): Record<string, string> => ({
  SMTP_URL: stage.smtp.url,
  MAIL_FROM: "news@tallybin.example",
  LIMIT_PER_CLIENT: "1000000/1",
  LIMIT_PER_ADDRESS: "1000000/1",
});

/** The guide's two variables for sessions on the server. */
export async function sessionVariables(stage: Stage): Promise<Record<string, string>> {
  const [, mode = "", name = "", command = "false"] = SESSION_LINES.exec(stage.step(7).text) ?? [];
  return { SESSIONS: mode, [name]: (await stage.sh(command)).output.trim() };
}

/** Writes the environment of the guide: its values, and values made as its comments say. */
async function writeEnvironment(stage: Stage, added: Record<string, string>): Promise<void> {
  const variables = [stage.step(7).block(/^ORIGIN=/m), stage.step(8).block(/^DATABASE_URL=/m)].flatMap(
    (block) => parseVariables(stage.here(block)),
  );
  const lines: string[] = [];
  for (const { name, value, comment } of variables.filter(
    (variable) => variable.name !== "POSTGRES_PASSWORD",
  )) {
    const command = /^the output of: (.*)$/.exec(comment)?.[1];
    const made = command === undefined ? value : (await stage.sh(command)).output.trim();
    lines.push(`${name}=${made}`);
  }
  for (const [name, value] of Object.entries({ ...services(stage), ...added }))
    lines.push(`${name}=${value}`);
  writeFileSync(`${stage.work}/tallybin.env`, `${lines.join("\n")}\n`);
}

export async function until(isTrue: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (await isTrue().catch(() => false)) return true;
    await pause(100);
  }
  return false;
}

/** Whether a server serves its API too. */
export const isReady = async (origin: string): Promise<boolean> => {
  const response = await fetch(`${origin}/readyz`);
  return response.status === 200 && (await response.text()).includes('"database":"writable","keys":"known"');
};

export async function signUp(
  stage: Stage,
  email: string,
): Promise<{ idToken: string; refreshToken: string }> {
  const response = await fetch(
    `${stage.local}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-example-key`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        email,
        password: "correct horse battery",
        returnSecureToken: true,
      }),
    },
  );
  return (await response.json()) as { idToken: string; refreshToken: string };
}

/** Notes whether a step of the guide did what it says. */
export type Expect = (name: string, isMet: boolean, output?: string) => void;

/** Steps 6 to 8, "without containers", and the first line of step 9, with the guide's own commands and files. */
export async function install(
  stage: Stage,
  isBuilt: boolean,
  added: Record<string, string>,
  expect: Expect,
): Promise<void> {
  if (!isBuilt) {
    copyRelease(stage.build);
    const built = await stage.sh(stage.step(8).block(/npm ci/));
    expect("8 build", built.code === 0, built.output);
    const unpacked = await stage.sh(stage.here(stage.step(8).block(/tar -xzf/)));
    expect("8 unpack", unpacked.code === 0, unpacked.output);
    const surplus = ["vite", "playwright"].filter((name) =>
      existsSync(join(stage.release, "node_modules", name)),
    );
    expect("8 packages of the build", surplus.length === 0, surplus.join(" "));
  } else symlinkSync(stage.release, join(stage.work, "srv/current"));
  await stage.startLocal();
  const passkeys = await stage.sh(stage.here(stage.step(6).block(/passkeyConfig/)));
  expect("6 passkeys", passkeys.code === 0 && passkeys.output.includes('"rpId"'), passkeys.output);
  await writeEnvironment(stage, added);
  const enabled = await stage.sh(stage.here(stage.step(8).block(/systemctl enable/)));
  expect("8 systemctl", enabled.code === 0, enabled.output);
  stage.startProxy();
  for (const port of stage.ports)
    expect(
      `8 port ${port} ready`,
      await until(() => isReady(`http://127.0.0.1:${port}`), 30_000),
      stage.units.output(),
    );
  const look = stage.here(/`(curl [^`]*readyz)`/.exec(stage.step(9).text)?.[1] ?? "false");
  let looked = "";
  const isLooking = async () => {
    looked = (await stage.sh(look)).output;
    return looked.includes('"status":"ready"');
  };
  expect("9 curl", await until(isLooking, 15_000), looked);
}

/** Steps 6 to 9 of the deploy guide, "without containers", with its own commands and files. */
export async function* guide(stage: Stage, isBuilt: boolean): AsyncGenerator<Row> {
  const faults: string[] = [];
  let tried = 0;
  const expect: Expect = (name, isMet, output = "") => {
    tried++;
    if (!isMet) faults.push(output === "" ? name : `${name}: ${output.slice(-300).replaceAll("\n", " ")}`);
  };
  await install(stage, isBuilt, forLoad(stage), expect);

  const page = await fetch(`${stage.origin}/`);
  expect("9 page", page.status === 200 && (await page.text()).includes("<html"));
  expect("9 headers", page.headers.get("strict-transport-security") !== null);
  const post = (path: string, body: unknown, authorization: string) =>
    fetch(stage.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify(body),
    });
  const { idToken: token } = await signUp(stage, "guide@example.com");
  const subscribed = await post("/api/newsletter", { email: "guide@example.com" }, `Bearer ${token}`);
  expect("9 subscribe", subscribed.status === 200, await subscribed.text());
  const message = [["Alice", "guide@example.com", "A message of the guide"]];
  expect("9 write", (await post("/api/sheets/contact?tabId=responses", message, "")).status === 200);
  const read = /`(cd [^`]*--env-file[^`]*)`/.exec(stage.step(9).text)?.[1] ?? "false";
  const exported = await stage.sh(stage.here(read));
  expect("9 read", exported.output.includes("A message of the guide"), exported.output);
  expect("9 mail", await until(async () => stage.smtp.received.length === 1, 10_000));
  yield {
    part: "deploy guide, steps 6 to 9 without containers",
    tried,
    held: tried - faults.length,
    note: faults.join("; "),
  };
}
