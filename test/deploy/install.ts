import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { until } from "../support/until.mjs";
import { parseVariables, SESSION_LINES } from "./guide.ts";
import { copyRelease } from "./release.ts";
import type { Stage } from "./stage.ts";

/** The local services instead of Google. */
const services = (stage: Stage): Record<string, string> => ({
  IDENTITY_TOOLKIT_URL: `${stage.local}/identitytoolkit.googleapis.com`,
  SECURE_TOKEN_URL: `${stage.local}/securetoken.googleapis.com`,
  DOCUMENTS_URL: stage.local,
  TOKEN_KEYS_URL: `${stage.local}/__local/jwks`,
});

/** Many writes come from this machine. */
const LIMITS = { LIMIT_PER_CLIENT: "1000000/1", LIMIT_PER_ADDRESS: "1000000/1" };

/** The guide's two variables for sessions on the server. */
async function sessionVariables(stage: Stage): Promise<Record<string, string>> {
  const [, mode = "", name = "", command = "false"] = SESSION_LINES.exec(stage.step(7).text) ?? [];
  return { SESSIONS: mode, [name]: (await stage.succeed(command)).trim() };
}

/** Writes the environment of the guide: its values, and values made as its comments say. */
async function writeEnvironment(stage: Stage): Promise<void> {
  const variables = [stage.step(7).block(/^ORIGIN=/m), stage.step(8).block(/^DATABASE_URL=/m)].flatMap(
    (block) => parseVariables(stage.here(block)),
  );
  const values: Record<string, string> = {};
  for (const { name, value, comment } of variables) {
    const command = /^the output of: (.*)$/.exec(comment)?.[1];
    if (name !== "POSTGRES_PASSWORD")
      values[name] = command === undefined ? value : (await stage.succeed(command)).trim();
  }
  const sessions = await sessionVariables(stage);
  expect(sessions).toEqual({ SESSIONS: "server", SESSION_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const lines = Object.entries({ ...values, ...sessions, ...services(stage), ...LIMITS });
  const text = lines.map(([name, value]) => `${name}=${value}\n`).join("");
  writeFileSync(`${stage.work}/tallybin.env`, text, { mode: 0o600 });
}

/** Waits until a process serves its API too. @throws Error with the output of all if it does not */
export async function isReady({ units }: Stage, port: string, limitMs?: number): Promise<void> {
  const isServing = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    return response.ok && (await response.text()).includes('"database":"writable","keys":"known"');
  };
  await until(isServing, `a ready process at ${port}`, limitMs).catch((cause: unknown) => {
    throw new Error(units.output(), { cause });
  });
}

export async function allReady(stage: Stage): Promise<void> {
  for (const port of stage.ports) await isReady(stage, port);
}

/** Steps 6 to 8, "without containers", and the commands of step 9, with the guide's own commands and files. */
export async function install(stage: Stage, isBuilt: boolean): Promise<void> {
  const { succeed, here, step } = stage;
  if (!isBuilt) {
    copyRelease(stage.build);
    await succeed(step(8).block(/npm ci/));
    await succeed(here(step(8).block(/tar -xzf/)));
    for (const name of ["vite", "playwright"])
      expect(existsSync(join(stage.release, "node_modules", name)), `a package of the build: ${name}`).toBe(
        false,
      );
  } else symlinkSync(stage.release, join(stage.work, "srv/current"));
  await stage.startLocal();
  expect(await succeed(here(step(6).block(/passkeyConfig/)))).toContain('"rpId"');
  await succeed(step(8).block(/create role/));
  await writeEnvironment(stage);
  await succeed(here(step(8).block(/systemctl enable/)));
  stage.startProxy();
  await allReady(stage);
  const look = here(/`(curl [^`]*readyz)`/.exec(step(9).text)?.[1] ?? "false");
  await until(async () => (await stage.sh(look)).output.includes('"status":"ready"'), look);
  const body = '[["Ada", "ada@example.com", "A message of the guide"]]';
  const headers = { "content-type": "application/json" };
  const url = `${stage.plainOrigin}/api/sheets/contact?tabId=responses`;
  expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
  const read = /`(cd [^`]*--env-file[^`]*)`/.exec(step(9).text)?.[1] ?? "false";
  expect(await succeed(here(read))).toContain("A message of the guide");
}
