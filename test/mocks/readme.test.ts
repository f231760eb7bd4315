import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createLocalServices } from "../../mocks/local-services.ts";
import { root } from "../architecture/import-graph.ts";
import { readRecords } from "../differential/identity/records.ts";
import { snippetsOf } from "../packages/snippets.mjs";

const README = "mocks/README.md";
const snippets = new Map(snippetsOf(README).map(({ name, code }) => [name, code]));
const folder = join(root, "test-results/recipes");

/** Where the package's entry points are in this repository. */
const DOORS: Record<string, string> = {
  "@tallybin/local-services": "packages/local-services/src/index.ts",
  "@tallybin/local-services/http": "packages/local-services/src/http/index.ts",
};

/** Runs a block of the README unchanged, and returns its constants. */
// biome-ignore lint/suspicious/noExplicitAny: each block has constants of its own
async function run(name: string): Promise<Record<string, any>> {
  const code = snippets.get(name) ?? "";
  const names = [...code.matchAll(/^const (?:(\w+)|\{([^}]*)\}|\[([^\]]*)\])/gm)].flatMap((match) =>
    match.slice(1).flatMap((group) => group?.split(",") ?? []),
  );
  const own = code.replace(
    /from "(@tallybin[^"]*)"/g,
    (_, door: string) => `from "${join(root, DOORS[door] ?? door)}"`,
  );
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, `${own}\nexport { ${names.map((one) => one.trim()).join(", ")} };\n`);
  return import(file);
}

test("the README's example for Vitest signs a user in", async () => {
  const { idToken } = await run("in-vitest");
  expect(idToken.split(".")).toHaveLength(3);
});

test("the README's example over HTTP gets the status of the services", async () => {
  const { status } = await run("over-http");
  expect(await status.json()).toMatchObject({ authEmulator: { ready: true } });
});

describe("recipes", () => {
  test("the recipe for an expired session gets a refused token and refreshes it", async () => {
    const { refused, refreshed } = await run("session-expires");
    expect(refused.word).toBe("INVALID_ID_TOKEN");
    expect(refreshed.status).toBe(200);
  });

  test("the recipe for a user who signed out everywhere gets its tokens refused", async () => {
    const { refused, disabled } = await run("revoked");
    expect(refused.word).toBe("TOKEN_EXPIRED");
    expect(disabled.word).toBe("USER_DISABLED");
  });

  test("the recipe for two tabs makes a single exchange", async () => {
    const { exchanges } = await run("two-tabs");
    expect(exchanges).toHaveLength(1);
  });

  test("the recipe for a lost response runs the operation although the response is lost", async () => {
    const { lost, again } = await run("lost-answer");
    expect(lost.status).toBe(0);
    expect(again.word).toBe("EMAIL_EXISTS");
  });

  test("the recipe for a forgotten password mails a link, whose code then expires", async () => {
    const { actionLink, late } = await run("forgotten");
    expect(actionLink).toContain("mode=resetPassword");
    expect(late.word).toBe("EXPIRED_OOB_CODE");
  });

  test("the recipe for a provider collision links the provider to the account", async () => {
    const { refused, joined } = await run("collision");
    expect(refused.needConfirmation).toBe(true);
    expect(joined.localId).toBe(refused.localId);
  });

  test("the recipe for a second factor obtains tokens", async () => {
    const { tokens } = await run("second-factor");
    expect(tokens).toMatchObject({
      status: 200,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
    });
  });

  test("the recipe for a passkey obtains an ID token", async () => {
    const { tokens } = await run("passkey");
    expect(tokens.idToken).toEqual(expect.any(String));
  });

  test("the recipe for documents writes and reads posts/1 by rules given as functions", async () => {
    const { written, read } = await run("documents");
    expect([written.status, read.status]).toEqual([200, 200]);
  });

  test("the recipe for blocking functions has one sign-up refused and one allowed", async () => {
    const { refused, allowed } = await run("blocking-functions");
    expect(refused.word).toBe("BLOCKING_FUNCTION_ERROR_RESPONSE");
    expect(allowed.status).toBe(200);
  });

  test("the recipe for App Check lets an App Check token expire", async () => {
    const { services, expireTimeMillis } = await run("app-check");
    expect(expireTimeMillis).toBeLessThanOrEqual(services.clock.now());
  });

  test("the recipe for a severed popup isolates the consent page", async () => {
    const { services } = await run("severed");
    expect(services.identity.settings.isolateConsentPage).toBe(true);
  });
});

describe("the README", () => {
  const text = readFileSync(join(root, README), "utf8");
  /** Blocks for other tools and clients, which `npm run lab -- packages` runs with these tools. */
  const ELSEWHERE =
    /^(in-a-browser|clients|world-by-host|google-popup-test|playwright-(config|test)|vitest-(test|own-server)|storybook-(preview|story))$/;

  test("each code block of the README is run by a test", () => {
    const own = readFileSync(import.meta.filename, "utf8");
    const here = (name: string) => own.includes(`run("${name}")`) || ELSEWHERE.test(name);
    const left = [...snippets.keys()].filter((name) => !here(name));
    expect(left).toEqual([]);
  });

  test("the README says in its first lines that Firestore is documents by name, and that there are no queries", () => {
    const first = text.split("\n").slice(0, 9).join("\n");
    expect(first).toContain("documents by name, without queries");
    expect(first).toContain("only `users/{uid}`, their own document, by the rules of one product");
    expect(first).toContain("[give your own collections and rules](#documents)");
    expect(first).not.toContain("repository only");
  });

  test("the README has the number of recorded exchanges", () => {
    const exchanges = readRecords().flatMap(({ steps }) => steps.filter((step) => "send" in step));
    expect(text).toContain(`replays ${exchanges.length} recorded exchanges`);
  });

  test("the README has no figure of a measurement, because no test can own it", () => {
    const measured = /\b\d[\d.,]* (kB|MB|ms)\b|\bmilliseconds?\b/g;
    const limits = ["10 MB"];
    expect(
      [...text.matchAll(measured)].map(([found]) => found).filter((found) => !limits.includes(found)),
    ).toEqual([]);
  });

  test("the README names every scenario", () => {
    const missing = createLocalServices()
      .scenarios.list()
      .filter(({ name, tells }) => !text.includes(`| \`${name}\` | ${tells} |`));
    expect(missing).toEqual([]);
  });
});
