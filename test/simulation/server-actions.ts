import { call, msOf, type Row, row } from "./actions.ts";
import type { PortMode, PortName } from "./site/ports.ts";
import type { Site } from "./site/site.ts";

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
  serverCrashes: row(
    10,
    "a process of the server is killed, and starts again after {duration}",
    ({ site }, action) => site?.kill(action.who, msOf(action)),
  ),
  serverSwitches: row(
    6,
    "the site keeps sessions in its other mode, each process {duration} apart",
    roll((site) => ({ mode: site.target() === "server" ? "release" : "server" })),
  ),
  secretChanges: row(
    6,
    "the processes get a new secret, {duration} apart",
    roll(() => ({ newSecret: true })),
  ),
  storeIsAway: row(5, "the server's store is away for {duration}", port("store", "away")),
  storeLosesAnswers: row(
    6,
    "the server's store acts and does not answer for {duration}",
    port("store", "loses-answers"),
  ),
  storeIsSlow: row(6, "the server's store is slow for {duration}", port("store", "slow")),
  googleIsSlow: row(2, "Google answers the server slowly for {duration}", port("google", "slow")),
  renders: row(8, "the server renders a page for {tab}, twice", (scene, { tab }) => {
    if (!scene.profile.tabs.has(tab)) return;
    scene.profile.rules.excuse("an exchange for a page");
    scene.site?.render(scene.profile.cookies.header());
  }),
  opensFromBefore: row(
    5,
    "{tab} shows a page that was loaded before the site kept sessions, and learns of it after {duration}",
    ({ profile, site }, action) => {
      if (site && !profile.tabs.has(action.tab)) profile.open(action.tab, msOf(action));
    },
  ),
  daysPass: row(
    3,
    "every machine sleeps for four days, and a proxy repeats the requests for refresh tokens",
    ({ profile, site }) => {
      profile.rules.excuse("sleep");
      profile.sleep(FOUR_DAYS_MS);
      site?.repeatReleases();
    },
  ),
  provesNothing: row(1, "the browser’s own requests reach the server no longer", ({ profile }) =>
    profile.line.keys()?.setReach(false),
  ),
  endsOthers: row(3, "in {tab}, the user signs out everywhere else", (scene, action) =>
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
  ),
} satisfies Record<string, Row>;
