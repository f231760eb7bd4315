import { Button } from "../../components/button/button.tsx";
import { KeyIcon } from "../../components/icon/icon.tsx";
import { passkeySupport } from "../../identity/passkey-support.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";

type PasskeyButtonProps = { busy: boolean; isLastUsed: boolean; onClick: () => void };

/** Beside the form, never instead of it. Absent where the browser has no passkeys. */
export function PasskeyButton({ busy, isLastUsed, onClick }: PasskeyButtonProps) {
  const isHydrated = useHydrated();
  // A page opened at a number keeps the button, whose click says what is wrong with the address. The prerendered page
  // keeps its place, so that nothing below moves: `data-without` hides it where there are no passkeys.
  if (isHydrated && !["supported", "wrong-address"].includes(passkeySupport())) return null;
  return (
    <Button
      variant="secondary"
      size="lg"
      fullWidth
      busy={busy}
      disabled={!isHydrated}
      startIcon={<KeyIcon />}
      data-offer="passkeys"
      onClick={onClick}
    >
      Sign in with a passkey
      {isLastUsed && " · last used"}
    </Button>
  );
}
