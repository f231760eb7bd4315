import type { Fault } from "./client-faults.ts";

const custody = (name: string, find: string, replace: string): Fault => ({
  ...{ name, find, replace, file: "custody/server-custody.ts", world: "server" },
});

/** Mistakes in the client of a site whose server keeps sessions. */
export const CUSTODY_FAULTS: readonly Fault[] = [
  {
    name: "a released token is thrown away when its exchange fails",
    ...{ file: "custody/server-custody.ts", world: "server" },
    find: "await keep({ ...session, refreshToken, handle: undefined });",
    replace: "",
  },
  {
    name: "a page without its server's mode sends the handle to Google",
    ...{ file: "client/client.ts", world: "server" },
    find: "if (shared.custody) return shared.custody.exchange(session, { signal, direct, keep });",
    replace:
      "if (shared.custody && session.refreshToken === undefined && session.handle) return direct(session.handle);\n    if (shared.custody) return shared.custody.exchange(session, { signal, direct, keep });",
  },
  {
    name: "a client without custody sends the handle to Google",
    ...{ file: "client/client.ts", world: "server" },
    find: 'throw new IdentityError("custody-unavailable");',
    replace: 'return direct(session.handle ?? "");',
  },
  custody(
    "tokens that Google refuses before their hand-over leave the session on the server",
    'if (refusalReason(error)) void end(session, "signed-out");',
    "",
  ),
  custody(
    "a page that keeps sessions in the browser leaves a refused one on the server",
    "endRefused(direct(session.refreshToken), session, end)",
    "direct(session.refreshToken)",
  ),
  custody(
    "a move whose exchange was aborted leaves its session on the server",
    'if (signal.aborted) void end({ ...session, ...kept }, "unused");',
    "",
  ),
  {
    name: "tokens that were handed over for an ended session stay on the server",
    ...{ file: "session/exchange.ts", world: "server" },
    find: "if (isUnused && next.session) unused?.(next.session);",
    replace: "",
  },
  {
    name: "a sign-out ends on the server only the session that its tab has seen",
    ...{ file: "session/runner.ts", world: "server" },
    find: " && handle === shown.handle",
    replace: "",
  },
  custody(
    "new tokens of a session that has ended meanwhile stay on the server",
    'if (!isWanted() && next.handle !== held?.handle) void end(next, "unused");',
    "",
  ),
  custody(
    "a sign-in that another one has replaced is handed over",
    "if (!handing.isWanted()) return use({ ...session, refreshToken: undefined });",
    "",
  ),
  custody(
    "a frozen page goes on with its hand-over",
    'if (parts.now() - startedAt > parts.timeoutMs) throw new IdentityError("timeout");',
    "",
  ),
  custody(
    "another user's tokens are handed over",
    'if (decodeClaims(tokens.idToken).sub !== user.uid) throw new IdentityError("user-mismatch");',
    "",
  ),
  custody(
    "new tokens whose hand-over failed are dropped",
    "if (isTransient(error)) return { handle: held?.handle };",
    "",
  ),
  custody(
    "a page asks the server for tokens while its new ones wait for their hand-over",
    "if (renewals.size > 0) {",
    "if (false) {",
  ),
  {
    name: "a sign-out does not end the session on the server",
    ...{ file: "client/client.ts", world: "server" },
    find: 'shared.ending = shared.custody?.end(session, "signed-out")?.then(() => ending);',
    replace: "",
  },
  {
    name: "a sign-out does not wait for its end on the server",
    ...{ file: "client/own-session.ts", world: "server" },
    find: "  await partsOf(client).shared.ending;\n",
    replace: "",
  },
  {
    name: "a sign-out of two sessions waits for the end of one",
    ...{ file: "client/client.ts", world: "server" },
    find: "?.then(() => ending)",
    replace: "",
  },
];
