import { type Replacement, withFault } from "../../packages/identity/test/model/mutants.ts";
import type { WholeServer } from "./site/server-code.ts";

const sourceOf = (name: string): URL => new URL(`../../packages/${name}/src/`, import.meta.url);

/** A mistake in the server's source, or in that of the sessions that it imports. */
export type SiteFault = Replacement & { source?: "server" | "identity-server" };

/** Mistakes in the whole server, one at a time. */
export const SITE_FAULTS: readonly SiteFault[] = [
  {
    name: "a claimed mail stays due",
    file: "newsletter/welcome-mails.ts",
    find: "welcome_due_at = now() + make_interval(mins => (2 ^ (welcome_attempts + 1))::integer)",
    replace: "welcome_due_at = welcome_due_at",
  },
  {
    name: "a sent mail stays in the queue",
    file: "newsletter/welcome-mails.ts",
    find: 'sent: (id) => database.query("update subscribers set welcome_due_at = null where id = $1", [id]),',
    replace: "sent: async () => undefined,",
  },
  {
    name: "a mail is recorded as sent before it is",
    file: "mail/mail-sender.ts",
    find: "await mailer.send(due.mail);\n        await kind.sent(due.id);",
    replace: "await kind.sent(due.id);\n        await mailer.send(due.mail);",
  },
  {
    name: "a mail is given up after one try",
    file: "mail/mail-sender.ts",
    find: "const MAX_ATTEMPTS = 10",
    replace: "const MAX_ATTEMPTS = 1",
  },
  {
    name: "the sender of mails stops after a fault",
    file: "mail/mail-sender.ts",
    find: "setInterval(startWorker, LOOK_EVERY_MS)",
    replace: "setInterval(() => undefined, LOOK_EVERY_MS)",
  },
  {
    name: "an unsubscription leaves the mail in the queue",
    file: "newsletter/subscribers.ts",
    find: "set unsubscribed_at = now(), welcome_due_at = null",
    replace: "set unsubscribed_at = now()",
  },
  {
    name: "a subscription after an unsubscription is not stored",
    file: "newsletter/subscribers.ts",
    find: "    unsubscribed_at = null`",
    replace: "    unsubscribed_at = s.unsubscribed_at`",
  },
  {
    name: "each spelling of an address is one subscriber",
    file: "newsletter/subscribe-endpoint.ts",
    find: "const emailKey = emailKeyOf(email);",
    replace: "const emailKey = email;",
  },
  {
    name: "a subscription is acknowledged before it is stored",
    file: "newsletter/subscribe-endpoint.ts",
    find: "await limiter.requireWithin(limits, website",
    replace: "void limiter.requireWithin(limits, website",
  },
  {
    name: "opening the link of a mail unsubscribes",
    file: "api.ts",
    find: "{ GET: getUnsubscribe, POST: postUnsubscribe }",
    replace: "{ GET: postUnsubscribe, POST: postUnsubscribe }",
  },
  {
    name: "a repeated message is stored again",
    file: "contact/contact-endpoint.ts",
    find: "messageDigestOf(row, now), ",
    replace: "messageDigestOf([...row, String(Math.random())], now), ",
  },
  {
    name: "each process counts its own limits",
    file: "limits/rate-limiter.ts",
    find: 'createSecretKey(secret, "utf8")',
    replace: 'createSecretKey(secret + Math.random(), "utf8")',
  },
  {
    name: "a limit counts twice as slowly",
    file: "limits/rate-limiter.ts",
    find: "shareSeconds: limit.seconds / limit.count,",
    replace: "shareSeconds: limit.seconds / limit.count / 2,",
  },
  {
    name: "a limit counts twice as fast",
    file: "limits/rate-limiter.ts",
    find: "shareSeconds: limit.seconds / limit.count,",
    replace: "shareSeconds: (limit.seconds / limit.count) * 2,",
  },
  {
    name: "a failed statement keeps its place among those under way",
    file: "limits/batches.ts",
    find: "void sendBatch(takeBatch()).finally(() => {\n        underWay--;",
    replace: "void sendBatch(takeBatch()).finally(() => {",
  },
  {
    name: "a failed statement leaves its requests without a response",
    file: "limits/batches.ts",
    find: "else for (const { reject } of batch) reject(error);",
    replace: "",
  },
  {
    name: "a failed connection goes back to the pool",
    file: "database/database.ts",
    find: "client.release(fault instanceof UnavailableError);",
    replace: "client.release();",
  },
  {
    name: "an exchange over the limit keeps its claim",
    source: "identity-server",
    file: "sessions/session-keeper.ts",
    find: 'if (error instanceof ApiError) await store.settle(id, claim, "unanswered");',
    replace: "",
  },
  {
    name: "two processes that start together both migrate",
    file: "database/migrate.ts",
    find: "if ((await readApplied(client)).has(migration.id)) return false;",
    replace: "",
  },
  {
    name: "the log holds the address of a request",
    file: "api.ts",
    find: "method: c.req.method,\n        path,",
    replace: "method: c.req.url,\n        path,",
  },
  {
    name: "the log holds the recipient of a mail",
    file: "mail/mail-sender.ts",
    find: "onFault(error);\n        if",
    replace: "onFault(Object.assign(new Error(due.mail.to), { name: due.mail.to }));\n        if",
  },
];

/** Runs work with a server that has one fault. */
export const withSiteFault = <T>(
  { source = "server", ...fault }: SiteFault,
  work: (whole: WholeServer) => Promise<T>,
): Promise<T> =>
  withFault(
    sourceOf(source),
    fault,
    async (load) => {
      const parts = await Promise.all(
        [...["site.ts", "database/database.ts", "database/migrate.ts", "environment/environment.ts"]].map(
          load,
        ),
      );
      return work(Object.assign({}, ...(parts as object[])) as WholeServer);
    },
    source === "server" ? undefined : sourceOf("server"),
  );
