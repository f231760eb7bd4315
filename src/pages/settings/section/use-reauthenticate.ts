import type { ProviderId } from "@tallybin/contract/providers";
import { forUser, reauthenticateWithPassword } from "@tallybin/identity";
import { identityClient, withIdentity } from "../../../identity/client/client.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { useSecondFactor } from "../../../identity/second-factor/use-second-factor.ts";
import { useTask } from "../../../identity/state/use-task.ts";

/** Without a password or a service, the proof is a passkey. */
export type Proof = { password?: string; provider?: ProviderId };

/** Re-authentication by any of the account's methods. A new attempt replaces the running one. */
export function useReauthenticate(uid: string, email: string, onProved: () => void) {
  const { open: popup, run } = usePopup();
  const { step: factor, withSecondFactor } = useSecondFactor();
  const reauthenticate = async ({ password, provider }: Proof) => {
    if (provider) return run("reauthenticateWithPopup", provider, { uid });
    if (password !== undefined)
      return reauthenticateWithPassword(forUser(await identityClient(), uid), { email, password });
    const [identity, { reauthenticateWithPasskey }] = await withIdentity(
      () => import("@tallybin/identity/passkey"),
    );
    return reauthenticateWithPasskey(forUser(identity, uid));
  };
  const task = useTask(
    async (proof: Proof) => {
      await withSecondFactor(() => reauthenticate(proof));
      onProved();
    },
    { supersedes: true },
  );
  return { task, popup, factor };
}
