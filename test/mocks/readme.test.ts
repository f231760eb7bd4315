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

/** What each block of the README shows by its constants. */
const RECIPES: [name: string, shows: string, constants: object][] = [
  ["in-vitest", "signs a user in", { idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) }],
  [
    "session-expires",
    "gets a refused token and refreshes it",
    { refused: { word: "INVALID_ID_TOKEN" }, refreshed: { status: 200 } },
  ],
  [
    "revoked",
    "gets the tokens refused after a sign-out everywhere",
    { refused: { word: "TOKEN_EXPIRED" }, disabled: { word: "USER_DISABLED" } },
  ],
  ["two-tabs", "makes a single exchange", { exchanges: [expect.anything()] }],
  [
    "lost-answer",
    "runs the operation although the response is lost",
    { lost: { status: 0 }, again: { word: "EMAIL_EXISTS" } },
  ],
  [
    "forgotten",
    "mails a link, whose code then expires",
    { actionLink: expect.stringContaining("mode=resetPassword"), late: { word: "EXPIRED_OOB_CODE" } },
  ],
  [
    "second-factor",
    "obtains tokens",
    { tokens: { status: 200, idToken: expect.any(String), refreshToken: expect.any(String) } },
  ],
  ["passkey", "obtains an ID token", { tokens: { idToken: expect.any(String) } }],
  [
    "documents",
    "writes and reads posts/1 by rules given as functions",
    { written: { status: 200 }, read: { status: 200 } },
  ],
  [
    "blocking-functions",
    "has one sign-up refused and one allowed",
    { refused: { word: "BLOCKING_FUNCTION_ERROR_RESPONSE" }, allowed: { status: 200 } },
  ],
  [
    "severed",
    "isolates the consent page",
    { services: { identity: { settings: { isolateConsentPage: true } } } },
  ],
];

test.each(RECIPES)("the README's block %s %s", async (name, _, constants) => {
  expect(await run(name)).toMatchObject(constants);
});

test("the README's example over HTTP gets the status of the services", async () => {
  const { status } = await run("over-http");
  expect(await status.json()).toMatchObject({ authEmulator: { ready: true } });
});

test("the recipe for a provider collision links the provider to the account", async () => {
  const { refused, joined } = await run("collision");
  expect(refused.needConfirmation).toBe(true);
  expect(joined.localId).toBe(refused.localId);
});

test("the recipe for App Check lets an App Check token expire", async () => {
  const { services, expireTimeMillis } = await run("app-check");
  expect(expireTimeMillis).toBeLessThanOrEqual(services.clock.now());
});

describe("the README", () => {
  const text = readFileSync(join(root, README), "utf8");
  /** Blocks for other tools and clients, which `npm run lab -- packages` runs with these tools. */
  const ELSEWHERE =
    /^(in-a-browser|clients|world-by-host|google-popup-test|playwright-(config|test)|vitest-(test|own-server)|storybook-(preview|story))$/;

  test("each code block of the README is run by a test", () => {
    const here = [...RECIPES.map(([name]) => name), ...["over-http", "collision", "app-check"]];
    const left = [...snippets.keys()].filter((name) => !here.includes(name) && !ELSEWHERE.test(name));
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
