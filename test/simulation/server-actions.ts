import { call, msOf, type Row } from "./actions.ts";
import type { PortMode, PortName } from "./site/ports.ts";
import type { Site } from "./site/site.ts";
import { guessCookie } from "./strangers.ts";

/** Changes for a time how another machine treats the server. */
const port =
  (name: PortName, mode: PortMode): Row["perform"] =>
  ({ site, scheduler }, action) => {
    site?.setPort(name, mode);
    scheduler.after(msOf(action), () => site?.setPort(name, "ok"));
  };

/** One process after the other takes a change. */
const roll =
  (change: (site: Site) => Parameters<Site["roll"]>[0]): Row["perform"] =>
  ({ site }, action) =>
    site?.roll(change(site), msOf(action));

/** As for each request of the site. */
const REQUEST_MS = 30_000;
const FOUR_DAYS_MS = 4 * 86_400_000;

/** The steps of a server that keeps sessions. */
export const SERVER_KINDS = {
  serverCrashes: {
    weight: 10,
    text: (_, __, duration) => `a process of the server is killed, and starts again after ${duration}`,
    perform: ({ site }, action) => site?.kill(action.who, msOf(action)),
  },
  serverRolls: {
    weight: 2,
    text: (_, __, duration) => `the processes restart, ${duration} apart`,
    perform: roll(() => ({})),
  },
  serverSwitches: {
    weight: 6,
    text: (_, __, duration) => `the site keeps sessions in its other mode, each process ${duration} apart`,
    perform: roll((site) => ({ mode: site.target() === "server" ? "release" : "server" })),
  },
  secretChanges: {
    weight: 6,
    text: (_, __, duration) => `the processes get a new secret, ${duration} apart`,
    perform: roll(() => ({ newSecret: true })),
  },
  storeIsAway: {
    weight: 5,
    text: (_, __, duration) => `the server's store is away for ${duration}`,
    perform: port("store", "away"),
  },
  storeLosesAnswers: {
    weight: 6,
    text: (_, __, duration) => `the server's store acts and does not answer for ${duration}`,
    perform: port("store", "loses-answers"),
  },
  storeIsSlow: {
    weight: 6,
    text: (_, __, duration) => `the server's store is slow for ${duration}`,
    perform: port("store", "slow"),
  },
  serverLosesGoogle: {
    weight: 2,
    text: (_, __, duration) => `the server cannot reach Google for ${duration}`,
    perform: port("google", "away"),
  },
  serverLosesAnswers: {
    weight: 2,
    text: (_, __, duration) => `Google's answers to the server are lost for ${duration}`,
    perform: port("google", "loses-answers"),
  },
  googleIsSlow: {
    weight: 2,
    text: (_, __, duration) => `Google answers the server slowly for ${duration}`,
    perform: port("google", "slow"),
  },
  renders: {
    weight: 8,
    text: (tab) => `the server renders a page for ${tab}, twice`,
    perform: (scene, { tab }) => {
      if (!scene.profile.tabs.has(tab)) return;
      scene.profile.rules.excuse("an exchange for a page");
      scene.site?.render(scene.profile.cookies.header());
    },
  },
  opensFromBefore: {
    weight: 5,
    text: (tab, _, duration) =>
      `${tab} shows a page that was loaded before the site kept sessions, and learns of it after ${duration}`,
    perform: ({ profile, site }, action) => {
      if (site && !profile.tabs.has(action.tab)) profile.open(action.tab, msOf(action));
    },
  },
  guessesCookie: {
    weight: 3,
    text: (tab) => `${tab} forces a fresh token, and somebody who knows its session’s ID guesses the cookie`,
    perform: guessCookie,
  },
  daysPass: {
    weight: 3,
    text: () => "every machine sleeps for four days, and a proxy repeats the requests for refresh tokens",
    perform: ({ profile, site }) => {
      profile.rules.excuse("sleep");
      profile.sleep(FOUR_DAYS_MS);
      site?.repeatReleases();
    },
  },
  provesNothing: {
    weight: 1,
    text: () => "the browser’s own requests reach the server no longer",
    perform: ({ profile }) => profile.line.keys()?.setReach(false),
  },
  losesKeys: {
    weight: 1,
    text: () => "the browser loses the keys of its sessions",
    perform: ({ profile }) => profile.line.keys()?.loseKeys(),
  },
  endsOthers: {
    weight: 3,
    text: (tab) => `in ${tab}, the user signs out everywhere else`,
    perform: (scene, action) =>
      call(scene, action, "end of the others", async ({ client, page }) => {
        const state = client.getState();
        const handle = scene.profile.library.sessionIdOf(client);
        if (state.status !== "signed-in" || handle === undefined) return;
        scene.site?.endOthers(state.user.uid);
        await scene.profile.line.forPage(page)("/api/sessions?others", {
          method: "DELETE",
          headers: { "x-session": handle },
          signal: AbortSignal.timeout(REQUEST_MS),
        });
      }),
  },
} satisfies Record<string, Row>;
