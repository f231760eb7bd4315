import { useState } from "react";
import type { User } from "../../../account/user.ts";
import { Alert } from "../../../components/alert/alert.tsx";
import { passkeySupport } from "../../../identity/methods/passkey-support.ts";
import { isLastMethod, lastMethodText } from "../section/last-method.ts";
import { Outcome } from "../section/outcome.tsx";
import { RemovableList } from "../section/removable-list.tsx";
import { passkeyTexts } from "../section/settings-failure-texts.ts";
import { SettingsRow } from "../section/settings-row.tsx";
import { settingsTexts } from "../section/settings-texts.tsx";
import { PasskeyAdd } from "./passkey-add.tsx";
import { usePasskeys } from "./use-passkeys.ts";

const texts = settingsTexts.passkeys;

/** The account's passkeys, and a way to add one. */
export function PasskeysSection({ user }: { user: User }) {
  const task = usePasskeys(user.uid);
  const [saved, setSaved] = useState("");
  const [removing, setRemoving] = useState<string | undefined>(undefined);
  const support = passkeySupport();
  if (support === "off" && user.passkeys.length === 0) return null;
  const passkeys = user.passkeys.map(({ credentialId, name = texts.unnamed, enrolledAt }) => ({
    ...{ id: credentialId, name, enrolledAt },
    question: texts.removal(name),
  }));
  const isBusy = task.progress.status === "busy";
  return (
    <SettingsRow
      id="passkeys"
      title={texts.title}
      value={texts.count(user.passkeys.length)}
      intro={texts.intro}
    >
      <RemovableList
        items={passkeys}
        busy={isBusy}
        removing={isBusy ? removing : undefined}
        note={
          user.passkeys.every(({ credentialId }) => isLastMethod(user, credentialId))
            ? lastMethodText(user)
            : undefined
        }
        onRemove={({ id, name }) => {
          setRemoving(id);
          setSaved(settingsTexts.methods.isRemoved(name));
          void task.start({ kind: "remove", credentialId: id });
        }}
      />
      {support === "supported" ? (
        <PasskeyAdd
          busy={isBusy && removing === undefined}
          disabled={isBusy}
          names={user.passkeys.map((passkey) => passkey.name ?? "")}
          onAdd={(name) => {
            setRemoving(undefined);
            setSaved(texts.isAdded(name));
            void task.start({ kind: "add", name });
          }}
        />
      ) : (
        <Alert tone="notice">{texts.unavailable[support]}</Alert>
      )}
      <Outcome
        user={user}
        task={task}
        texts={{ ...passkeyTexts, "operation-not-allowed": lastMethodText(user) }}
        saved={saved}
      />
    </SettingsRow>
  );
}
