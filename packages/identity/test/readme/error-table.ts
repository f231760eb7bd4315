import { errorClass } from "../../src/errors/error-class.ts";
import type { IdentityErrorCode } from "../../src/errors/identity-error.ts";
import { PASSKEY_CODES } from "../../src/errors/passkey-codes.ts";
import * as listed from "../../src/errors/server-codes.ts";
import { codePairsOf } from "../../src/errors/server-error.ts";

const tables = { ...listed, PASSKEY_CODES };

/** Every client code with its server codes, as Markdown. */
export function errorTable(): string {
  const serverCodes = new Map<IdentityErrorCode, Set<string>>();
  const add = (code: IdentityErrorCode, listed: string) => {
    const serverCode = `\`${listed.toUpperCase().replaceAll("-", "_")}\``;
    serverCodes.set(code, (serverCodes.get(code) ?? new Set()).add(serverCode));
  };
  for (const table of Object.values(tables)) {
    for (const { server, client } of codePairsOf(table)) add(client, server);
  }
  const rows = [...serverCodes].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "| code | class | Google's codes |",
    "| --- | --- | --- |",
    ...rows.map(([code, from]) => `| \`${code}\` | ${errorClass(code)} | ${[...from].sort().join(", ")} |`),
  ].join("\n");
}
