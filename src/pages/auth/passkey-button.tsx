import { Button } from "../../components/button/button.tsx";
import { KeyIcon } from "../../components/icon/icon.tsx";
import { passkeySupport } from "../../identity/methods/passkey-support.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { authTexts } from "./auth-texts.tsx";

type PasskeyButtonProps = { busy: boolean; isLastUsed: boolean; onClick: () => void };

/** Another way to sign in, in addition to the form. Absent if the browser does not support passkeys. */
export function PasskeyButton({ busy, isLastUsed, onClick }: PasskeyButtonProps) {
  const isHydrated = useHydrated();
  // On a page opened at an IP address the button stays; its click explains the problem. The prerendered page keeps
  // its place, so that nothing below moves: `data-without` hides it if there is no support.
  if (isHydrated && !["supported", "wrong-address"].includes(passkeySupport())) return null;
  return (
    <Button
      variant="secondary"
      size="lg"
      fullWidth
      busy={busy}
      startIcon={<KeyIcon />}
      data-offer="passkeys"
      onClick={onClick}
    >
      {isLastUsed ? authTexts.lastUsedPasskey : authTexts.passkey}
    </Button>
  );
}
