import { useEffect, useEffectEvent, useRef } from "react";
import type { User } from "../../../account/user.ts";
import { Alert } from "../../../components/alert/alert.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { addPasskey, dropPasskey } from "../../../identity/methods/account-methods.ts";
import { deviceName } from "../../../identity/methods/device-name.ts";
import { passkeySupport } from "../../../identity/methods/passkey-support.ts";
import { type Task, useTask } from "../../../identity/state/use-task.ts";
import { useForm } from "../../../lib/use-form.ts";
import { enrolledItem, ItemList } from "../section/item-list.tsx";
import { describeLastMethod, isLastMethod } from "../section/last-method.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import {
  methodTexts,
  passkeyFailureTexts,
  rowTexts,
  passkeyTexts as texts,
} from "../section/settings-texts.tsx";

/** With the ID of a passkey, its removal. */
type PasskeyChange = { name: string; removedId?: string };

export function PasskeysSection({ user }: { user: User }) {
  const task = useTask(({ name, removedId }: PasskeyChange) =>
    removedId === undefined
      ? addPasskey(user.uid, name)
      : dropPasskey(user.uid, removedId, (present) => isLastMethod(present, removedId)),
  );
  const { removedId, name: changed = "" } = task.latest ?? {};
  const support = passkeySupport();
  if (support === "off" && user.passkeys.length === 0) return null;
  const note = user.passkeys.every(({ credentialId }) => isLastMethod(user, credentialId))
    ? describeLastMethod(user)
    : undefined;
  const passkeys = user.passkeys.map(({ credentialId: id, name = texts.unnamed, enrolledAt }) =>
    enrolledItem(
      {
        id,
        name,
        enrolledAt,
        question: texts.removal(name),
        note,
        isRunning: task.isBusy && removedId === id,
      },
      () => void task.start({ name, removedId: id }),
    ),
  );
  return (
    <SettingsRow
      id="passkeys"
      texts={texts}
      value={texts.count(user.passkeys.length)}
      action={user.passkeys.length > 0 ? rowTexts.manage : rowTexts.add}
    >
      <ItemList items={passkeys} busy={task.isBusy} />
      {support === "supported" ? (
        <PasskeyAdd names={user.passkeys.map((passkey) => passkey.name ?? "")} task={task} />
      ) : (
        <Alert tone="notice">{texts.unavailable[support]}</Alert>
      )}
      <Outcome
        user={user}
        task={task}
        texts={{ ...passkeyFailureTexts, "operation-not-allowed": describeLastMethod(user) }}
        saved={removedId === undefined ? texts.isAdded(changed) : methodTexts.isRemoved(changed)}
      />
    </SettingsRow>
  );
}

/** A name that tells passkeys apart, prefilled with the browser's description of the device. */
function PasskeyAdd({ names, task }: { names: readonly string[]; task: Task<PasskeyChange> }) {
  const suggestion = deviceName(navigator.userAgent);
  const form = useForm<{ passkey: string }>({
    fields: ["passkey"],
    read: (typed) => ({ values: { passkey: typed.passkey.trim() || suggestion } }),
    act: ({ passkey: name }) => void task.start({ name }),
    initial: { passkey: suggestion },
  });
  const { length } = names;
  const count = useRef(length);
  const renewName = useEffectEvent((now: number) => {
    // This name has just been used. A second passkey with the same name would be indistinguishable.
    if (now > count.current && names.includes(form.typed().passkey.trim()))
      form.restart({ passkey: suggestion });
    count.current = now;
  });
  useEffect(() => renewName(length), [length]);
  return (
    <SettingsForm
      button={names.length > 0 ? texts.addAnother : texts.add}
      variant="secondary"
      busy={task.isBusy && task.latest?.removedId === undefined}
      disabled={task.isBusy}
      form={form}
    >
      <TextField {...form.field("passkey")} label={texts.field} autoComplete="off" maxLength={100} />
    </SettingsForm>
  );
}
