import type { ClockReading } from "../clock.ts";
import { type ShownAccount, shown } from "../control/accounts.ts";
import type { ActiveScript } from "../failures/failures.ts";
import type { Settings } from "../identity-toolkit/settings.ts";
import type { Message } from "../outbox.ts";
import type { World } from "../world.ts";

/** Everything the workbench shows but its log, in one answer. */
export type Overview = {
  projectId: string;
  clock: ClockReading;
  accounts: ShownAccount[];
  messages: Message[];
  failures: ActiveScript[];
  scenarios: { name: string; tells: string; email: string }[];
  settings: Settings;
};

const MESSAGES_SHOWN = 50;

export const overview = (world: World): Overview => ({
  projectId: world.projectId,
  clock: world.clock.reading(),
  accounts: world.identity.accounts().reverse().map(shown),
  messages: world.outbox.list().slice(0, MESSAGES_SHOWN),
  failures: world.failures.list(),
  scenarios: world.scenarios.list(),
  settings: world.identity.settings,
});
