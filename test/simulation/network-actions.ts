import { msOf, type Perform, type Row, row } from "./actions.ts";
import type { LineMode } from "./network.ts";
import type { Profile } from "./profile.ts";

const line =
  (mode: LineMode): Perform =>
  ({ profile, scheduler }, action) => {
    profile.line.setMode(mode);
    scheduler.after(msOf(action), () => {
      if (profile.line.mode() !== mode) return;
      profile.line.setMode("ok");
      if (mode === "offline") online(profile);
    });
  };

/** The pages learn that the network is back. */
export function online(profile: Profile): void {
  profile.rules.excuse("the network is back");
  for (const { page } of profile.tabs.values()) page.post(() => page.signal("online"));
}

const account = (changes: { disabled?: boolean; revoke?: true }): Perform =>
  function change({ services }, _, { uid }) {
    const found = services.identity.account(uid);
    if (!found) return;
    const { disabled } = changes;
    if (disabled !== undefined) services.identity.update(found, { disabled });
    const validSince = String(Math.floor(services.clock.now() / 1000) + 1);
    if (changes.revoke) services.identity.update(found, { validSince });
  };

/** What happens on the line to the services, and what their administrators do. */
export const NETWORK_KINDS = {
  offline: row(4, "the network is off for {duration}", line("offline")),
  slow: row(3, "the network is slow for {duration}", line("slow")),
  silent: row(2, "no response comes for {duration}", line("silent")),
  losesRequests: row(2, "requests are lost for {duration}", line("loses-requests")),
  losesResponses: row(2, "responses are lost for {duration}", line("loses-responses")),
  twice: row(1, "requests arrive twice for {duration}", line("twice")),
  unavailable: row(3, "the service answers 503 for {duration}", line("unavailable")),
  busy: row(1, "the service answers 429 for {duration}", line("busy")),
  mixesUp: row(1, "the network answers with another user’s tokens for {duration}", line("mixes-up")),
  html: row(1, "the network answers with a page of its own for {duration}", line("html")),
  refusesTokens: row(3, "the service refuses ID tokens for {duration}", line("refuses-tokens")),
  refusesOneToken: row(2, "the service refuses the next ID token", ({ profile }) =>
    profile.line.refuseNext(),
  ),
  tokensAreShort: row(
    2,
    ["tokens live for one minute, for {duration}", "tokens live for 301 s, for {duration}"],
    ({ services, scheduler }, action) => {
      // The client refreshes five minutes before the end of a life.
      services.identity.settings.idTokenLifetimeS = action.who === 0 ? 60 : 301;
      scheduler.after(msOf(action), () => {
        services.identity.settings.idTokenLifetimeS = 3600;
      });
    },
  ),
  disables: row(1, "an administrator disables {person}’s account", account({ disabled: true })),
  enables: row(3, "an administrator enables {person}’s account", account({ disabled: false })),
  revokes: row(2, "{person}’s sessions are ended elsewhere", account({ revoke: true })),
} satisfies Record<string, Row>;
