import type { Random } from "../../soak/random.ts";
import type { Answer } from "../google.ts";
import type { Moment } from "../moments.ts";
import type { Scheduler } from "../scheduler.ts";
import { ORIGIN } from "./backend.ts";
import { createLedger } from "./ledger.ts";
import type { Site } from "./site.ts";
import type { Behind } from "./whole-server.ts";

/** In the text of a mail of each release. */
const LINK = /\/api\/newsletter\/unsubscribe\?\S+/;
const TEN_MINUTES_MS = 600_000;
const MOST_TRIES = 6;
const MOST_PRESSES = 3;
const IMPATIENT = 8;
const BOT_REQUESTS = 150;

type Parts = {
  scheduler: Scheduler;
  luck: Random;
  site: Site;
  behind: Behind;
  /** Whether an earlier release stores subscriptions too. */
  hasEarlier: boolean;
  fail: (rule: string, text: string) => void;
  note: (text: string) => void;
  come: (moment: Moment) => void;
};

const addressOf = (visitor: number): string => `visitor${visitor}@example.com`;
const clientOf = (visitor: number): string => `198.51.100.${visitor + 1}`;

type Sent = { client: string; body?: unknown; headers?: Record<string, string>; isForm?: boolean };

/** People without an account: they subscribe, unsubscribe and write messages. A bot does so too often. */
export function createVisitors({ scheduler, luck, site, behind, hasEarlier, fail, note, come }: Parts) {
  const { database, mailServer } = behind;
  const ledger = createLedger({ scheduler, fail });
  /** When the requests without a response were sent. */
  const waiting = new Set<{ since: number }>();
  const written = new Map<number, string>();
  let count = 0;

  const sendOnce = (method: string, path: string, { client, body, headers = {} }: Sent): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const init = {
        method,
        headers: { "content-type": "application/json", "x-forwarded-for": client, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      scheduler.after(luck.between(5, 120), () => {
        void site.handle(new Request(ORIGIN + path, init)).then(
          (answer) => scheduler.after(luck.between(5, 120), () => resolve(answer)),
          (error: unknown) => scheduler.after(luck.between(5, 120), () => reject(error)),
        );
      });
    });
  const send: typeof sendOnce = async (...request) => {
    const own = { since: scheduler.now() };
    waiting.add(own);
    return sendOnce(...request).finally(() => waiting.delete(own));
  };

  /** Sends a request that counts against limits. @returns its status; without a response, undefined */
  const limited = async (
    subjects: readonly string[],
    work: () => Promise<Answer>,
  ): Promise<number | undefined> => {
    const answered = ledger.counts(subjects);
    const since = scheduler.now();
    const answer = await work().catch(() => undefined);
    const isFailed = answer === undefined || answer.status >= 500;
    // A machine that sleeps meanwhile finds the deadlines of its statements over.
    if (isFailed && Math.max(site.lastTrouble(), scheduler.sleptAt()) < since)
      fail("every step can be carried out", `a visitor gets ${answer?.status ?? "no response"}`);
    if (answer?.status === 200 || answer?.status === 429) answered(answer.status === 200);
    if (answer?.status === 500) fail("no request fails without a reason", `the server answers 500`);
    note(`a visitor gets ${answer?.status ?? "nothing"}`);
    return answer?.status;
  };

  /** People press a button again when it fails, at most twice. */
  const insist = async (work: () => Promise<number | undefined>): Promise<void> => {
    for (let tries = 1; tries <= MOST_PRESSES; tries += 1) {
      const status = await work();
      if (status !== undefined && status < 500) return;
      await new Promise<void>((resolve) => void scheduler.after(luck.between(1000, 30_000), resolve));
    }
  };

  const subscribeOnce = async (visitor: number, isLoud: boolean): Promise<number | undefined> => {
    const address = addressOf(visitor);
    const email = isLoud ? address.toUpperCase() : address;
    const answered = ledger.changeSent(address, "subscribe");
    const client = clientOf(visitor);
    const status = await limited([`client ${client} newsletter`, `address ${address} newsletter`], () =>
      send("POST", "/api/newsletter", { client, body: { email } }),
    );
    if (status === 200 || status === 429) answered(status === 200);
    return status;
  };
  const subscribe = (visitor: number, isLoud: boolean): Promise<void> =>
    insist(() => subscribeOnce(visitor, isLoud));

  /** The earlier release gave an address another link when it subscribed again after a restoration. */
  const canFail = (mailedAt: number): boolean => hasEarlier && ledger.isLost(mailedAt);
  /** The path of the last mail to a visitor. */
  const linkFor = (visitor: number): string | undefined => {
    const address = addressOf(visitor);
    const mail = mailServer
      .delivered()
      .findLast(({ to, at }) => to.toLowerCase() === address && !canFail(at));
    return mail && LINK.exec(mail.text)?.[0];
  };

  mailServer.onDelivery(({ to, kind }) => {
    come("mail");
    if (kind !== "new-browser" && ledger.hasLeft(to.toLowerCase()))
      fail("who has unsubscribed gets no mail", `${to} gets one`);
  });

  const unsubscribe = async (visitor: number): Promise<void> => {
    const address = addressOf(visitor);
    const link = linkFor(visitor);
    if (link === undefined) return;
    const answered = ledger.changeSent(address, "unsubscribe");
    const counted = ledger.counts([`link ${link}`]);
    const answer = await send("POST", link, { client: clientOf(visitor) }).catch(() => undefined);
    note(`a visitor gets ${answer?.status ?? "nothing"}`);
    if (answer?.status === 200 || answer?.status === 429) {
      answered(answer.status === 200);
      counted(answer.status === 200);
    } else if (answer && answer.status < 500) fail("a mail's link works", `it answers ${answer.status}`);
  };

  const writeOnce = async (visitor: number): Promise<number | undefined> => {
    const text = written.get(visitor);
    if (text === undefined) return 200;
    const stored = ledger.messageSent(text);
    const address = addressOf(visitor);
    const client = clientOf(visitor);
    const status = await limited([`client ${client} contact`, `address ${address} contact`], () =>
      send("POST", "/api/sheets/contact?tabId=responses", { client, body: [["Visitor", address, text]] }),
    );
    if (status === 200) stored();
    return status;
  };
  const writeAgain = (visitor: number): Promise<void> => insist(() => writeOnce(visitor));

  const checkSubscribers = async (): Promise<void> => {
    const rows = await database.read(
      "select lower(email) as email, unsubscribed_at, welcome_due_at, welcome_attempts, subscribed_at from subscribers",
      [],
    );
    for (const address of ledger.changes().keys()) {
      const own = rows.filter(({ email }) => email === address);
      if (own.length > 1)
        fail("an acknowledged write is kept once", `${address} is stored ${own.length} times`);
      const state = ledger.stateOf(address);
      const [row] = own;
      const isSubscribed = row !== undefined && row["unsubscribed_at"] === null;
      if (state !== undefined && state !== isSubscribed)
        fail("an acknowledged write is kept once", `${address} is ${isSubscribed ? "" : "not "}subscribed`);
      if (row) checkMail(address, row);
    }
  };

  /** Each subscription has its mail, or the server still tries. */
  const checkMail = (address: string, row: Record<string, unknown>): void => {
    const { welcome_due_at: due, welcome_attempts: attempts, subscribed_at: since } = row;
    const rule = "each mail is sent at last";
    const id = `.${(since as Date).getTime()}@`;
    const isDelivered = mailServer.delivered().some((mail) => mail.id.includes(id));
    if (due !== null && (due as Date).getTime() < scheduler.now() - 3 * 60_000)
      fail(rule, `the mail to ${address} was due long ago`);
    const isOver = row["unsubscribed_at"] !== null || Number(attempts) >= MOST_TRIES;
    if (due === null && !isDelivered && !isOver && !mailServer.isUnknown(address))
      fail(rule, `the mail to ${address} is lost`);
  };

  const checkMessages = async (): Promise<void> => {
    const rows = await database.read(
      "select message, count(*)::int as count from contact_messages group by 1",
      [],
    );
    const stored = new Map(rows.map(({ message, count: times }) => [String(message), Number(times)]));
    for (const [text, { sentAt, isStored }] of ledger.messages()) {
      const times = stored.get(text) ?? 0;
      if (isStored && times === 0) fail("an acknowledged write is kept once", "a message is lost");
      const windows = new Set(
        sentAt.flatMap((at) => [at, ledger.lastActOf(at)].map((each) => Math.floor(each / TEN_MINUTES_MS))),
      );
      if (times > windows.size)
        fail("an acknowledged write is kept once", `a message is stored ${times} times`);
    }
  };

  return {
    subscribe,
    unsubscribe,
    write: (visitor: number): Promise<void> => {
      count += 1;
      written.set(visitor, `Message number ${count}`);
      return writeAgain(visitor);
    },
    endMailbox: (visitor: number): void => mailServer.forget(addressOf(visitor)),
    writeAgain,
    /** One visitor subscribes more often than the limit of an address allows. */
    subscribeOften: async (visitor: number): Promise<void> => {
      for (let count = 0; count < IMPATIENT; count += 1) await subscribeOnce(visitor, false);
    },
    /** One address sends more than the limit allows. */
    flood: async (): Promise<void> => {
      const client = "203.0.113.7";
      await Promise.all(
        Array.from({ length: BOT_REQUESTS }, (_, n) =>
          limited([`client ${client} newsletter`], () =>
            send("POST", "/api/newsletter", {
              client,
              body: { email: `bot${luck.between(0, 999)}.${n}@example.com`, website: "filled" },
            }),
          ),
        ),
      );
    },
    /** A scanner opens the link of a mail, as it opens every link. */
    scan: async (visitor: number): Promise<void> => {
      const link = linkFor(visitor);
      if (link !== undefined) await send("GET", link, { client: "203.0.113.9" }).catch(() => undefined);
    },
    /** A bot guesses the address of another subscriber’s unsubscription. */
    guess: async (): Promise<void> => {
      const answer = await send("POST", "/api/newsletter/unsubscribe?token=guess", {
        client: "203.0.113.8",
      }).catch(() => undefined);
      if (answer && answer.status < 400) fail("only a mail's link unsubscribes", "a guess is accepted");
    },
    backUp: (): Promise<void> => database.backUp(),
    /** Both processes stop, the last backup takes the place of the database, and everybody is signed out. */
    restore: async (ms: number): Promise<void> => {
      for (const number of [0, 1]) site.kill(number, ms);
      site.mayEndAll();
      const at = await database.restore();
      if (at === undefined) return;
      ledger.restored(at);
      await behind.endSessions();
    },
    /** The texts that no log may hold. */
    secrets: (): string[] => [
      ...[0, 1, 2, 3].map(addressOf),
      ...written.values(),
      ...mailServer.delivered().flatMap(({ text }) => LINK.exec(text)?.[0] ?? []),
    ],
    agree: async (): Promise<void> => {
      behind.check();
      if ([...waiting].some(({ since }) => scheduler.now() > ledger.lastActOf(since)))
        fail("each request is answered", "a visitor still waits");
      await checkSubscribers();
      await checkMessages();
    },
  };
}
export type Visitors = ReturnType<typeof createVisitors>;
