import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Exports of `firebase/auth` that behave differently here, and how. All others behave the same. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  Auth: "the first state does not wait for the network: a deleted account shows until the lookup has answered",
  AuthErrorMap: "changes no message",
  browserCookiePersistence:
    "`auth/operation-not-supported-in-this-environment`: a page must not hold such cookies; `client: { custody }` keeps refresh tokens on your server",
  browserLocalPersistence: "IndexedDB, because a change in `localStorage` is not atomic",
  debugErrorMap: "has no sentences: a message has the code, and what the server says",
  getRedirectResult: "needs no frame and no page of Google: a redirect returns to the page that started it",
  indexedDBLocalPersistence: "a database of its own; takes over the session that the SDK has left",
  initializeRecaptchaConfig:
    "`auth/operation-not-supported-in-this-environment`: pass `recaptchaEnterprise` of `@tallybin/identity` as `client: { recaptcha }`",
  linkWithPopup: "as `signInWithPopup`",
  linkWithRedirect: "as `signInWithRedirect`",
  Persistence: "only the constants of this entry",
  prodErrorMap: "changes no message",
  ReactNativeAsyncStorage: "a type only: this package has no persistence for React Native",
  reauthenticateWithPopup: "as `signInWithPopup`",
  reauthenticateWithRedirect: "as `signInWithRedirect`",
  signInWithPopup: "needs no frame and no page of Google: the popup returns to the page that opened it",
  signInWithRedirect: "returns to this page instead of the handler on `authDomain`",
  signOut: "ends the session in all tabs at once",
  updateProfile: "an empty text removes a name or picture, as `null` does",
  User: "`toJSON()` has no tokens. After a sign-out or another sign-in, only `getIdToken()` works, until the token ends",
  UserCredential:
    "no member `_tokenResponse`: `credentialFromResult` and `getAdditionalUserInfo` have its content",
};

const declarations = fileURLToPath(import.meta.resolve("@firebase/auth")).replace(
  /dist\/.*/,
  "dist/auth-public.d.ts",
);

/** Each export of Google's package with its kind, from its declarations. */
export function googleExports(): Map<string, string> {
  const source = readFileSync(declarations, "utf8");
  const own = source.matchAll(/^export declare (?:abstract )?(interface|class|const|function|type) (\w+)/gm);
  const given = source.matchAll(/^export \{ (\w+) \}/gm);
  return new Map([
    ...[...own].map(([, kind = "", name = ""]): [string, string] => [
      name,
      kind === "interface" ? "type" : kind,
    ]),
    ...[...given].map(([, name = ""]): [string, string] => [name, "type"]),
  ]);
}

/** The methods and static members of each exported class: `static credential`, `addScope`. */
export function googleClasses(): Map<string, string[]> {
  const source = readFileSync(declarations, "utf8");
  const classes = source.matchAll(/^export declare (?:abstract )?class (\w+)[^{]*\{([\s\S]*?)^\}/gm);
  return new Map(
    [...classes].map(([, name = "", body = ""]) => {
      const statics = [...body.matchAll(/^ {4}static (?:readonly )?(\w+)/gm)].map(
        ([, key]) => `static ${key}`,
      );
      const methods = [...body.matchAll(/^ {4}(?!constructor)(\w+)\(/gm)].map(([, key = ""]) => key);
      return [name, [...statics, ...methods].filter((member) => !/^(static )?_/.test(member))];
    }),
  );
}

/** Each export of `firebase/auth`, as Markdown. */
export function exportTable(): string {
  const rows = [...googleExports()].sort(([a], [b]) => a.localeCompare(b, "en"));
  return [
    "| export of `firebase/auth` | kind | here |",
    "| --- | --- | --- |",
    ...rows.map(([name, kind]) => `| \`${name}\` | ${kind} | ${DIFFERENCES[name] ?? "the same"} |`),
  ].join("\n");
}
