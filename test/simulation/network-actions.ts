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
  offline: row(4, line("offline")),
  slow: row(3, line("slow")),
  silent: row(2, line("silent")),
  losesRequests: row(2, line("loses-requests")),
  losesResponses: row(2, line("loses-responses")),
  twice: row(1, line("twice")),
  unavailable: row(3, line("unavailable")),
  busy: row(1, line("busy")),
  mixesUp: row(1, line("mixes-up")),
  html: row(1, line("html")),
  refusesTokens: row(3, line("refuses-tokens")),
  refusesOneToken: row(2, ({ profile }) => profile.line.refuseNext()),
  /** Tokens live for a minute (Alice), or for 301 s: the client refreshes five minutes before the end (Bob). */
  tokensAreShort: row(2, ({ services, scheduler }, action) => {
    services.identity.settings.idTokenLifetimeS = action.who === 0 ? 60 : 301;
    scheduler.after(msOf(action), () => {
      services.identity.settings.idTokenLifetimeS = 3600;
    });
  }),
  disables: row(1, account({ disabled: true })),
  enables: row(3, account({ disabled: false })),
  revokes: row(2, account({ revoke: true })),
} satisfies Record<string, Row>;
