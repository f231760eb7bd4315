import { msOf, type Row, type Scene } from "./actions.ts";
import { port, roll } from "./server-actions.ts";
import type { Visitors } from "./site/visitors.ts";
import { exchangeOften } from "./strangers.ts";

const NAMES = ["Carol", "Dan", "Erin", "Frank"] as const;
/** The visitor has the number of the tab. A step that follows a moment does not know its tab beforehand. */
const nameOf = (tab: string): string =>
  NAMES[["one", "two", "three", "four"].indexOf(tab.slice(4))] ?? "somebody";

const visitor =
  (work: (visitors: Visitors, number: number, isLoud: boolean) => Promise<void>): Row["perform"] =>
  ({ visitors }: Scene, { tab, who }) => {
    if (visitors) void work(visitors, tab, who === 1);
  };

/** The steps of a whole server: its visitors, its mails and its database. */
export const SITE_KINDS = {
  upgrades: {
    weight: 0,
    text: (_, __, duration) => `the processes get the other release, ${duration} apart`,
    perform: roll((site) => ({ release: site.release() === "present" ? "earlier" : "present" })),
  },
  subscribes: {
    weight: 16,
    text: (tab) => `${nameOf(tab)} subscribes to the newsletter`,
    perform: visitor((visitors, number, isLoud) => visitors.subscribe(number, isLoud)),
  },
  unsubscribes: {
    weight: 8,
    text: (tab) => `${nameOf(tab)} opens the last mail's link and unsubscribes`,
    perform: visitor((visitors, number) => visitors.unsubscribe(number)),
  },
  writes: {
    weight: 10,
    text: (tab) => `${nameOf(tab)} writes a message`,
    perform: visitor((visitors, number) => visitors.write(number)),
  },
  writesAgain: {
    weight: 8,
    text: (tab) => `${nameOf(tab)} sends the message again`,
    perform: visitor((visitors, number) => visitors.writeAgain(number)),
  },
  doubleClicks: {
    weight: 6,
    text: (tab) => `${nameOf(tab)} writes a message and clicks twice`,
    perform: visitor(async (visitors, number) => {
      await Promise.all([visitors.write(number), visitors.writeAgain(number)]);
    }),
  },
  subscribesOften: {
    weight: 3,
    text: (tab) => `${nameOf(tab)} subscribes eight times`,
    perform: visitor((visitors, number) => visitors.subscribeOften(number)),
  },
  floods: {
    weight: 3,
    text: () => "a bot subscribes 150 times",
    perform: visitor((visitors) => visitors.flood()),
  },
  exchangesOften: {
    weight: 3,
    text: (tab) => `a script in ${tab} exchanges its token 130 times`,
    perform: exchangeOften,
  },
  guesses: {
    weight: 1,
    text: () => "a bot guesses a link that unsubscribes",
    perform: visitor((visitors) => visitors.guess()),
  },
  scansMail: {
    weight: 8,
    text: (tab) => `a scanner opens the link of ${nameOf(tab)}’s last mail`,
    perform: visitor((visitors, number) => visitors.scan(number)),
  },
  mailboxEnds: {
    weight: 1,
    text: (tab) => `${nameOf(tab)}’s mailbox no longer exists`,
    perform: visitor(async (visitors, number) => visitors.endMailbox(number)),
  },
  mailIsAway: {
    weight: 3,
    text: (_, __, duration) => `the mail server refuses connections for ${duration}`,
    perform: port("mail", "away"),
  },
  mailIsSilent: {
    weight: 3,
    text: (_, __, duration) => `the mail server does not answer for ${duration}`,
    perform: port("mail", "silent"),
  },
  mailLosesAnswers: {
    weight: 3,
    text: (_, __, duration) => `the mail server takes mails and does not say so for ${duration}`,
    perform: port("mail", "loses-answers"),
  },
  storeIsSilent: {
    weight: 3,
    text: (_, __, duration) => `the server’s database does not answer for ${duration}`,
    perform: port("store", "silent"),
  },
  backsUp: {
    weight: 4,
    text: () => "the database is backed up",
    perform: visitor((visitors) => visitors.backUp()),
  },
  restores: {
    weight: 1,
    text: (_, __, duration) => `the backup is restored, and the processes start after ${duration}`,
    perform: ({ visitors }, action) => void visitors?.restore(msOf(action)),
  },
  startsWithoutStore: {
    weight: 1,
    text: (_, __, duration) => `the server’s database is away for ${duration}, and both processes crash`,
    perform: ({ site, scheduler }, action) => {
      site?.setPort("store", "away");
      for (const number of [0, 1]) site?.kill(number, msOf(action) / 2);
      scheduler.after(msOf(action), () => site?.setPort("store", "ok"));
    },
  },
} satisfies Record<string, Row>;
