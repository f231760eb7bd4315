import type { ProviderId } from "@tallybin/contract/providers";
import { reauthenticateWithPassword } from "@tallybin/identity";
import { identityClient, withIdentity } from "../../../identity/client/client.ts";
import { ownedBy } from "../../../identity/client/owner.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { useSecondFactor } from "../../../identity/second-factor/use-second-factor.ts";
import { useTask } from "../../../identity/state/use-task.ts";

/** Re-authentication by any of the account's methods. */
export function useReauthenticate(uid: string, email: string, onProved: () => void) {
  const owned = ownedBy(uid);
  const { open: popup, run } = usePopup();
  const { step: factor, withSecondFactor } = useSecondFactor();
  const byPassword = useTask(async (password: string) => {
    byProvider.reset();
    byPasskey.reset();
    const identity = await identityClient();
    await withSecondFactor(() => reauthenticateWithPassword(owned(identity), { email, password }));
    onProved();
  });
  const byProvider = useTask(
    async (provider: ProviderId) => {
      byPassword.reset();
      byPasskey.reset();
      await withSecondFactor(() => run("reauthenticateWithPopup", provider, { owned }));
      onProved();
    },
    { supersedes: true },
  );
  const byPasskey = useTask(async (_: undefined) => {
    byPassword.reset();
    byProvider.reset();
    const [identity, { reauthenticateWithPasskey }] = await withIdentity(
      () => import("@tallybin/identity/passkey"),
    );
    await withSecondFactor(() => reauthenticateWithPasskey(owned(identity)));
    onProved();
  });
  return { byPassword, byProvider, byPasskey, popup, factor };
}
