import { msOf, type Perform, type Row } from "./actions.ts";
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
  offline: {
    weight: 4,
    text: (_, __, duration) => `the network is off for ${duration}`,
    perform: line("offline"),
  },
  slow: {
    weight: 3,
    text: (_, __, duration) => `the network is slow for ${duration}`,
    perform: line("slow"),
  },
  silent: {
    weight: 2,
    text: (_, __, duration) => `no response comes for ${duration}`,
    perform: line("silent"),
  },
  losesRequests: {
    weight: 2,
    text: (_, __, duration) => `requests are lost for ${duration}`,
    perform: line("loses-requests"),
  },
  losesResponses: {
    weight: 2,
    text: (_, __, duration) => `responses are lost for ${duration}`,
    perform: line("loses-responses"),
  },
  twice: {
    weight: 1,
    text: (_, __, duration) => `requests arrive twice for ${duration}`,
    perform: line("twice"),
  },
  unavailable: {
    weight: 3,
    text: (_, __, duration) => `the service answers 503 for ${duration}`,
    perform: line("unavailable"),
  },
  busy: {
    weight: 1,
    text: (_, __, duration) => `the service answers 429 for ${duration}`,
    perform: line("busy"),
  },
  mixesUp: {
    weight: 1,
    text: (_, __, duration) => `the network answers with another user’s tokens for ${duration}`,
    perform: line("mixes-up"),
  },
  html: {
    weight: 1,
    text: (_, __, duration) => `the network answers with a page of its own for ${duration}`,
    perform: line("html"),
  },
  refusesTokens: {
    weight: 3,
    text: (_, __, duration) => `the service refuses ID tokens for ${duration}`,
    perform: line("refuses-tokens"),
  },
  refusesOneToken: {
    weight: 2,
    text: () => "the service refuses the next ID token",
    perform: ({ profile }) => profile.line.refuseNext(),
  },
  tokensAreShort: {
    weight: 2,
    text: (_, person, duration) =>
      `tokens live for ${person === "Alice" ? "one minute" : "301 s"}, for ${duration}`,
    perform: ({ services, scheduler }, action) => {
      // The client refreshes five minutes before the end of a life.
      services.identity.settings.idTokenLifetimeS = action.who === 0 ? 60 : 301;
      scheduler.after(msOf(action), () => {
        services.identity.settings.idTokenLifetimeS = 3600;
      });
    },
  },
  disables: {
    weight: 1,
    text: (_, person) => `an administrator disables ${person}’s account`,
    perform: account({ disabled: true }),
  },
  enables: {
    weight: 3,
    text: (_, person) => `an administrator enables ${person}’s account`,
    perform: account({ disabled: false }),
  },
  revokes: {
    weight: 2,
    text: (_, person) => `${person}’s sessions are ended elsewhere`,
    perform: account({ revoke: true }),
  },
} satisfies Record<string, Row>;
