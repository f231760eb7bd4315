import { useState } from "react";
import type { User } from "../../account/user.ts";
import { Alert } from "../../components/alert/alert.tsx";
import { passkeySupport } from "../../identity/passkey-support.ts";
import { lastMethodText } from "./last-method.ts";
import { Outcome } from "./outcome.tsx";
import { PasskeyAdd } from "./passkey-add.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { passkeyTexts } from "./settings-texts.ts";
import { usePasskeys } from "./use-passkeys.ts";

const UNAVAILABLE = {
  off: "Adding passkeys is switched off on this site.",
  unsupported:
    "This browser can’t use passkeys. Open this page in a current version of Chrome, Edge, Firefox or Safari to add one.",
  "wrong-address":
    "Passkeys don’t work at this address. Open the site by its name (such as localhost), not by its number.",
} as const;

/** The account's passkeys, and a way to add one. */
export function PasskeysSection({ user }: { user: User }) {
  const task = usePasskeys(user.uid);
  const [saved, setSaved] = useState("");
  const [removing, setRemoving] = useState<string | undefined>(undefined);
  const support = passkeySupport();
  if (support === "off" && user.passkeys.length === 0) return null;
  const isBusy = task.progress.status === "busy";
  return (
    <SettingsCard
      id="passkeys"
      title="Passkeys"
      intro="A passkey signs you in with your fingerprint, your face or your screen lock. There’s no password to remember or to lose."
    >
      <PasskeyList
        user={user}
        busy={isBusy}
        removing={isBusy ? removing : undefined}
        onRemove={({ credentialId, name }) => {
          setRemoving(credentialId);
          setSaved(`${name} is removed.`);
          void task.start({ kind: "remove", credentialId });
        }}
      />
      {support === "supported" ? (
        <PasskeyAdd
          busy={isBusy && removing === undefined}
          disabled={isBusy}
          names={user.passkeys.map((passkey) => passkey.name ?? "")}
          onAdd={(name) => {
            setRemoving(undefined);
            setSaved(`${name} is added. You can sign in with it from now on.`);
            void task.start({ kind: "add", name });
          }}
        />
      ) : (
        <Alert tone="notice">{UNAVAILABLE[support]}</Alert>
      )}
      <Outcome
        user={user}
        task={task}
        texts={{ ...passkeyTexts, "operation-not-allowed": lastMethodText(user) }}
        saved={saved}
      />
    </SettingsCard>
  );
}
