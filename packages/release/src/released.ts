import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";

/** The repository's top, without a trailing separator. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

export const VERSION = "0.1.0";

/** One installable package and its sources. */
export type Released = {
  /** Folder below `dist/packages`. */
  folder: string;
  name: string;
  description: string;
  keywords: string[];
  /** Export name to source file, from the root: `"."`, `"./passkey"`. */
  entries: Record<string, string>;
  /** Command to source file. */
  bin?: Record<string, string>;
  dependencies: string[];
  /** Packages that only some exports need. */
  optionalPeers?: Record<string, string>;
  readme: string;
  changelog: string;
  /** Further files, unchanged. */
  files?: string[];
};

export const released: readonly Released[] = [
  {
    folder: "identity",
    name: "@tallybin/identity",
    description:
      "Accounts, sessions and sign-in with Google's Identity Toolkit (Firebase Authentication), without its SDK",
    keywords: ["authentication", "identity-toolkit", "firebase-auth", "session", "passkeys"],
    entries: {
      ".": "packages/identity/src/index.ts",
      "./custody": "packages/identity/src/custody/index.ts",
      "./passkey": "packages/identity/src/passkey/index.ts",
    },
    dependencies: ["idb-keyval", "valibot"],
    readme: "packages/identity/README.md",
    changelog: "packages/identity/CHANGELOG.md",
  },
  {
    folder: "user-document",
    name: "@tallybin/user-document",
    description: "One live Firestore document, users/{uid}, without the Firestore SDK",
    keywords: ["firestore", "realtime", "webchannel", "document"],
    entries: { ".": "packages/user-document/src/index.ts" },
    dependencies: ["valibot"],
    readme: "packages/user-document/README.md",
    changelog: "packages/user-document/CHANGELOG.md",
    files: ["packages/user-document/firestore.rules"],
  },
  {
    folder: "local-services",
    name: "@tallybin/local-services",
    description:
      "Stateful stand-ins for Google's Identity Toolkit, Secure Token and Firestore that own time, failure and mail",
    keywords: ["firebase", "emulator", "mock", "msw", "testing", "playwright", "vitest", "storybook"],
    entries: {
      ".": "packages/local-services/src/index.ts",
      "./http": "packages/local-services/src/http/index.ts",
      "./session": "packages/local-services/src/fixtures/session.ts",
      "./playwright": "packages/local-services/src/fixtures/playwright.ts",
      "./vitest": "packages/local-services/src/fixtures/vitest.ts",
      "./storybook": "packages/local-services/src/fixtures/storybook.ts",
    },
    bin: { "local-services": "packages/local-services/src/cli.ts" },
    dependencies: ["@hono/node-server", "@simplewebauthn/server", "hono", "jose", "msw", "valibot"],
    optionalPeers: { "@playwright/test": ">=1.51", vitest: ">=4.1" },
    readme: "mocks/README.md",
    changelog: "packages/local-services/CHANGELOG.md",
  },
];

const Manifest = v.object({ version: v.string() });

/** The range for a dependency of an installable package: compatible with the version that this repository tests. */
export function rangeOf(dependency: string): string {
  const manifest = join(root, "node_modules", dependency, "package.json");
  if (!existsSync(manifest)) throw new Error(`${dependency} is not installed: run npm ci.`);
  const { version } = v.parse(Manifest, JSON.parse(readFileSync(manifest, "utf8")));
  return `^${version}`;
}

/** The file name of an entry without its ending: `index`, `passkey`. */
export const outputOf = (entry: string): string => (entry === "." ? "index" : entry.slice(2));
