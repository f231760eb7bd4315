import { errorClass } from "../../identity/src/errors/error-class.ts";
import { ERROR_CODES } from "../../identity/src/errors/error-codes.ts";
import type { IdentityErrorCode } from "../../identity/src/errors/identity-error.ts";
import { PASSKEY_CODES } from "../../identity/src/errors/passkey-codes.ts";
import * as serverCodes from "../../identity/src/errors/server-codes.ts";
import { codePairsOf } from "../../identity/src/errors/server-error.ts";

/** Every code of the identity client with its class, Google's codes and advice, as Markdown. */
export function errorTable(): string {
  const pairs = Object.values({ ...serverCodes, PASSKEY_CODES }).flatMap(codePairsOf);
  const serverCodesOf = (code: string) => [
    ...new Set(pairs.flatMap(({ server, client }) => (client === code && server ? [`\`${server}\``] : []))),
  ];
  const rows = Object.entries(ERROR_CODES)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, advice]) => {
      const servers = serverCodesOf(code).sort().join(", ").toUpperCase().replaceAll("-", "_");
      return `| \`${code}\` | ${errorClass(code as IdentityErrorCode)} | ${servers} | ${advice} |`;
    });
  return ["| `code` | class | Google's codes | what to do |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

export const renderErrorPage = (): string => `# Errors

Every function throws, or rejects with, an \`IdentityError\`: \`isIdentityError(error)\`, then \`error.code\`. Never show \`message\` to users. *definite*: the session is over. *transient*: the same request can succeed later. *caller*: the caller must change something first. *A request's codes* are \`network-request-failed\`, \`timeout\`, \`too-many-requests\`, \`quota-exceeded\`, \`internal-error\`, \`app-not-authorized\` and \`unknown\`. *An account's codes* are these, and \`signed-out\`, \`session-changed\`, \`user-disabled\`, \`user-token-expired\`, \`invalid-user-token\` and \`storage-unavailable\`. A first argument that is no client is \`argument-error\`.

${errorTable()}
`;
