import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";

/** The repository's top, without a trailing separator. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

export const VERSION = "0.1.0";

/** The published repository and its site, for all manifests. Set both before the first release. */
export const REPOSITORY = "https://git.tallybin.example/tallybin/tallybin";
export const HOMEPAGE = "https://tallybin.example/";

/** @throws while an address is a placeholder */
export function requireAddresses(addresses = [REPOSITORY, HOMEPAGE]): void {
  const placeholder = addresses.find((address) => new URL(address).hostname.endsWith(".example"));
  if (placeholder)
    throw new Error(`Replace ${placeholder} in packages/release/src/released.ts before a release.`);
}

const Version = v.object({ version: v.string() });
const Exports = v.object({ exports: v.record(v.string(), v.string()) });

export type ReleasedPackage = {
  /** Folder below `packages` and below `dist/packages`. */
  folder: string;
  name: string;
  description: string;
  keywords: string[];
  /** The source file of the command that has the folder's name. */
  command?: string;
  dependencies: string[];
  /** Packages that only some exports need. */
  optionalPeers?: Record<string, string>;
  readme: string;
  files?: string[];
};

export const released: readonly ReleasedPackage[] = [
  {
    folder: "identity",
    name: "@tallybin/identity",
    description:
      "Accounts, sessions and sign-in with Google's Identity Toolkit (Firebase Authentication), without its SDK",
    keywords: ["authentication", "identity-toolkit", "firebase-auth", "session", "passkeys"],
    dependencies: ["idb-keyval"],
    readme: "packages/identity/README.md",
  },
  {
    folder: "identity-server",
    name: "@tallybin/identity-server",
    description:
      "Verifies ID tokens of Google's Identity Toolkit (Firebase Authentication) and keeps sessions on a server, as fetch handlers",
    keywords: ["authentication", "firebase-auth", "id-token", "session", "fetch"],
    dependencies: ["jose", "valibot"],
    readme: "packages/identity-server/README.md",
  },
  {
    folder: "user-document",
    name: "@tallybin/user-document",
    description: "One live Firestore document, users/{uid}, without the Firestore SDK",
    keywords: ["firestore", "realtime", "webchannel", "document"],
    dependencies: ["valibot"],
    readme: "packages/user-document/README.md",
    files: ["packages/user-document/firestore.rules"],
  },
  {
    folder: "local-services",
    name: "@tallybin/local-services",
    description:
      "Stateful stand-ins for Google's Identity Toolkit, Secure Token and Firestore that own time, failure and mail",
    keywords: ["firebase", "emulator", "mock", "msw", "testing", "playwright", "vitest", "storybook"],
    command: "packages/local-services/src/cli.ts",
    dependencies: [
      "@hono/node-server",
      "@peculiar/x509",
      "@simplewebauthn/server",
      "fs-native-extensions",
      "hono",
      "jose",
      "msw",
      "otpauth",
      "valibot",
    ],
    optionalPeers: { "@playwright/test": ">=1.51", vitest: ">=4.1" },
    readme: "mocks/README.md",
    files: ["packages/local-services/Dockerfile"],
  },
];

/** The range for a dependency of an installable package: compatible with the version that this repository tests. */
export function dependencyRangeOf(dependency: string): string {
  const manifest = join(root, "node_modules", dependency, "package.json");
  if (!existsSync(manifest)) throw new Error(`${dependency} is not installed: run npm ci.`);
  return `^${v.parse(Version, JSON.parse(readFileSync(manifest, "utf8"))).version}`;
}

/** Export name to source file, from the root: `"."`, `"./passkey"`. A deeper path is for this repository alone. */
export function packageEntriesOf({ folder }: ReleasedPackage): Record<string, string> {
  const manifest = readFileSync(join(root, "packages", folder, "package.json"), "utf8");
  const { exports } = v.parse(Exports, JSON.parse(manifest));
  const entries = Object.entries(exports).filter(([name]) => !/^\.\/.*\//.test(name));
  return Object.fromEntries(entries.map(([name, file]) => [name, posix.join("packages", folder, file)]));
}

/** The file name of an entry without its ending: `index`, `passkey`. */
export const outputNameOf = (entry: string): string => (entry === "." ? "index" : entry.slice(2));
