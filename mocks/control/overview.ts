import type { ClockReading } from "../core/clock.ts";
import type { Message } from "../core/outbox.ts";
import type { ServiceContext } from "../core/service-context.ts";
import type { ActiveScript } from "../failures/failures.ts";
import type { Settings } from "../identity-toolkit/state/settings.ts";
import { type ShownAccount, shown } from "./accounts.ts";

/** Everything that the workbench shows except its log, in one response. */
export type Overview = {
  projectId: string;
  /** The name of this world; null for the default one. */
  world: string | null;
  /** All named worlds on this port. */
  worlds: { name: string }[];
  clock: ClockReading;
  accounts: ShownAccount[];
  messages: Message[];
  failures: ActiveScript[];
  scenarios: { name: string; tells: string; email: string }[];
  settings: Settings;
};

const MESSAGES_SHOWN = 50;

export const overview = (context: ServiceContext): Overview => ({
  projectId: context.projectId,
  world: context.world ?? null,
  worlds: context.worlds?.list() ?? [],
  clock: context.clock.reading(),
  accounts: context.identity.accounts().reverse().map(shown),
  messages: context.outbox.list().slice(0, MESSAGES_SHOWN),
  failures: context.failures.list(),
  scenarios: context.scenarios.list(),
  settings: context.identity.settings,
});
