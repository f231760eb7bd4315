import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { control } from "../../../mocks/control/routes.ts";
import { emulatorEndpoints } from "../../../mocks/emulator-endpoints/routes.ts";
import { FailureScript } from "../../../mocks/failures/script.ts";
import { identityToolkit } from "../../../mocks/identity-toolkit/routes.ts";
import { createDefaultSettings, Settings } from "../../../mocks/identity-toolkit/state/settings.ts";
import { scenarios } from "../../../mocks/scenarios/scenarios.ts";
import { sdkPages } from "../../../mocks/sdk-pages/routes.ts";
import { secureToken } from "../../../mocks/secure-token/routes.ts";
import type { Service } from "../../../mocks/serving/serve.ts";
import { errorClass } from "../../identity/src/errors/identity-error.ts";
import { PASSKEY_CODES } from "../../identity/src/errors/passkey-codes.ts";
import * as serverCodes from "../../identity/src/errors/server-codes.ts";
import { codePairsOf } from "../../identity/src/errors/server-error.ts";
import { UserDocumentError } from "../../user-document/src/errors.ts";
import { root } from "./released.ts";

/** Describes a schema in terms of JSON Schema. Checks that only a program can express are left out. */
const describeSchema = (schema: v.GenericSchema): object => toJsonSchema(schema, { errorMode: "ignore" });

const readSource = (path: string): string => readFileSync(join(root, path), "utf8");

/** The exported functions of an index file, sorted. Types and classes are in the declarations. */
function exportedFunctionsOf(index: string): string[] {
  const exported = [...readSource(index).matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    names.split(","),
  );
  return exported
    .map((name) => name.trim())
    .filter((name) => /^[a-z]\w*$/.test(name))
    .sort();
}

/** The literals of a union type in a source file: `| "a"` lines or members on one line. */
function unionLiteralsOf(file: string, type: string): string[] {
  const body = new RegExp(`type ${type} =([^;]*);`).exec(readSource(file))?.[1] ?? "";
  return [...body.matchAll(/\| "([^"]+)"/g)].map(([, literal = ""]) => literal);
}

/** The options of a type with the first sentence of each comment, read from the source. */
function typeOptionsOf(
  file: string,
  type: string,
): Record<string, { type: string; required: boolean; description?: string }> {
  const source = readSource(file);
  const body = source.slice(source.indexOf(`type ${type} `));
  const end = body.search(/^\};/m);
  const members = body
    .slice(0, end)
    .matchAll(/(?:\/\*\*\s*([\s\S]*?)\s*\*\/\s*)?^ {2,4}(?:readonly )?(\w+)(\?)?: ([^;]+);/gm);
  return Object.fromEntries(
    [...members].map(([, comment, name = "", optional, form = ""]) => [
      name,
      {
        type: form.replace(/\s+/g, " "),
        required: optional === undefined,
        ...(comment !== undefined && { description: comment.replace(/\s*\n\s*\*\s?/g, " ").trim() }),
      },
    ]),
  );
}

export function describeIdentity() {
  const codes = new Map<string, Set<string>>();
  const addCode = (code: string, listed?: string) => {
    const servers = codes.get(code) ?? new Set();
    if (listed !== undefined) servers.add(listed.toUpperCase().replaceAll("-", "_"));
    codes.set(code, servers);
  };
  for (const table of Object.values({ ...serverCodes, PASSKEY_CODES })) {
    for (const { server, client } of codePairsOf(table)) addCode(client, server);
  }
  for (const code of unionLiteralsOf("packages/identity/src/errors/identity-error.ts", "ClientOnlyCode"))
    addCode(code);
  return {
    operations: {
      ".": exportedFunctionsOf("packages/identity/src/index.ts"),
      "./adoption": exportedFunctionsOf("packages/identity/src/adoption/index.ts"),
      "./callback": exportedFunctionsOf("packages/identity/src/callback.ts"),
      "./custody": exportedFunctionsOf("packages/identity/src/custody/index.ts"),
      "./passkey": exportedFunctionsOf("packages/identity/src/passkey/index.ts"),
    },
    errorCodes: [...codes]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, servers]) => ({
        code,
        class: errorClass(code as Parameters<typeof errorClass>[0]),
        serverCodes: [...servers].sort(),
      })),
    settings: typeOptionsOf("packages/identity/src/client/client-parts.ts", "IdentityClientOptions"),
  };
}

export function describeUserDocument(): object {
  const source = readSource("packages/user-document/src/errors.ts");
  const rpc = [...(/RPC_CODES = \[([^\]]*)\]/.exec(source)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
    ([, code = ""]) => code,
  );
  const own = unionLiteralsOf("packages/user-document/src/errors.ts", "UserDocumentErrorCode");
  const codes = [...new Set([...rpc.filter((code) => code !== "ok"), ...own])].sort();
  const members = typeOptionsOf("packages/user-document/src/user-document.ts", "UserDocument<Data, Input>");
  const methods =
    /export type UserDocument<[\s\S]*?\n\};/.exec(
      readSource("packages/user-document/src/user-document.ts"),
    )?.[0] ?? "";
  return {
    operations: [...methods.matchAll(/^ {2}(\w+)\(/gm)].map(([, name = ""]) => name),
    errorCodes: codes.map((code) => ({
      code,
      isPermanent: new UserDocumentError(code as UserDocumentError["code"]).isPermanent,
    })),
    settings: { ...typeOptionsOf("packages/user-document/src/environment.ts", "Place"), ...members },
  };
}

const describeOperations = ({ router }: Service): object[] =>
  router.routes.map(({ method, path, endpoint, access }) => ({ method, path, endpoint, access }));

const sourcesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

/** The error codes of operations: the first upper-case name in the arguments of `ApiError` and `assert`. */
function findThrownCodes(): string[] {
  const thrown = /(?:new ApiError|assert)\([^;]*?["`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g;
  const found = sourcesBelow("mocks").flatMap((text) =>
    [...text.matchAll(thrown)].map(([, code = ""]) => code),
  );
  return [...new Set(found)].sort();
}

function describeDocumentOperations(): object[] {
  const rest = [...readSource("mocks/firestore/routes.ts").matchAll(/case "([A-Z]+) (documents:\w+)"/g)];
  const channels = ["listen", "write"].map((method) => ({
    method: "POST",
    path: `/google.firestore.v1.Firestore/${method === "listen" ? "Listen" : "Write"}/channel`,
    endpoint: `documents:${method}`,
  }));
  return [...rest.map(([, method, endpoint]) => ({ method, endpoint })), ...channels];
}

export function describeLocalServices(): object {
  return {
    operations: {
      identity: describeOperations(identityToolkit),
      tokens: describeOperations(secureToken),
      documents: describeDocumentOperations(),
      emulator: [emulatorEndpoints, sdkPages].flatMap(describeOperations),
      control: describeOperations(control),
    },
    errorCodes: {
      identity: findThrownCodes(),
      documents: [...readSource("mocks/firestore/documents/errors.ts").matchAll(/^ {2}([A-Z_]{5,}): /gm)].map(
        ([, code]) => code,
      ),
    },
    settings: { schema: describeSchema(Settings), defaults: createDefaultSettings() },
    failureScripts: describeSchema(FailureScript),
    scenarios: Object.entries(scenarios).map(([name, { tells, email }]) => ({ name, tells, email })),
  };
}
