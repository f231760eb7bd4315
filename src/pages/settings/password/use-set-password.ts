import { forUser, reauthenticateWithPassword, reload, updatePassword } from "@tallybin/identity";
import { announceEndedSessions } from "../../../account/document-actions.ts";
import { areSessionsOnServer, endOtherSessions } from "../../../identity/client/account-data.ts";
import { identityClient } from "../../../identity/client/client.ts";
import { refuseBreachedPassword } from "../../../identity/methods/breached-password.ts";
import { useSecondFactor } from "../../../identity/second-factor/use-second-factor.ts";
import { useTask } from "../../../identity/state/use-task.ts";

type NewPassword = { email: string; current?: string; password: string };

/** Sets a password; if there is one, the service checks the current one first. */
export function useSetPassword(uid: string, onSaved: (password: string) => void) {
  const { step: factor, withSecondFactor } = useSecondFactor();
  const task = useTask(async ({ email, current, password }: NewPassword) => {
    const own = forUser(await identityClient(), uid);
    await refuseBreachedPassword(password);
    if (current !== undefined)
      await withSecondFactor(() => reauthenticateWithPassword(own, { email, password: current }));
    await updatePassword(own, password);
    // A first password is a new sign-in method, which the response to the change does not list.
    await reload(own).catch(() => undefined);
    // The other sessions can no longer be refreshed. Those that cannot be ended now end at their next exchange.
    if (areSessionsOnServer()) {
      await endOtherSessions(uid).catch(() => undefined);
      announceEndedSessions(uid);
    }
    onSaved(password);
  });
  return { ...task, factor };
}
