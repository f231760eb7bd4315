import { readEmail } from "@tallybin/contract/typed-text";
import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import { rowTexts, deletionTexts as texts } from "../section/settings-texts.tsx";
import { useDeleteAccount } from "./use-delete-account.ts";

const FIELD = "delete-confirmation";

/** Asks the user to type a confirmation, because this is the only change here that can't be undone. */
export function DeleteSection({ user }: { user: User }) {
  const task = useDeleteAccount(user.uid);
  const wanted = user.email ?? texts.word;
  const form = useForm<{ [FIELD]: string }>({
    fields: [FIELD],
    read: ({ [FIELD]: typed }) => {
      const given = (user.email === undefined ? undefined : readEmail(typed).address) ?? typed.trim();
      const isRight = given.toLowerCase() === wanted.toLowerCase();
      return isRight ? { values: { [FIELD]: given } } : { problems: { [FIELD]: texts.wrong(wanted) } };
    },
    act: () => void task.start(undefined),
  });
  const { name, error } = form.field(FIELD);
  return (
    <SettingsRow id="delete" texts={texts} value={texts.irreversible} action={rowTexts.delete}>
      <SettingsForm button={texts.button} destructive busy={task.isBusy} form={form}>
        <TextField
          name={name}
          error={error && <Address text={error} />}
          label={<Address text={texts.field(wanted)} />}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </SettingsForm>
      <Outcome user={user} task={task} />
    </SettingsRow>
  );
}
