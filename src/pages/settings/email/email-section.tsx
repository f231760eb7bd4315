import { readEmail } from "@tallybin/contract/typed-text";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { accountTexts } from "../../../account/account-texts.ts";
import { dropDraft, keepDraft, readDraft } from "../../../account/drafts.ts";
import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { EmailField } from "../../../components/email-field/email-field.tsx";
import { changeEmail } from "../../../identity/methods/account-methods.ts";
import { formOfTask, useTask } from "../../../identity/state/use-task.tsx";
import { EmailAddress, readBySchema } from "../../../lib/field-schemas.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Outcome, SendAgain, SettingsForm, SettingsRow } from "../section/section.tsx";
import { rowTexts, emailTexts as texts } from "../section/settings-texts.tsx";

const failedFields = { "email-already-in-use": "email", "invalid-email": "email" } as const;

const emailFormSchema = (current: string) =>
  v.object({
    email: v.pipe(
      EmailAddress,
      v.check((address) => address.toLowerCase() !== current.toLowerCase(), texts.same),
    ),
  });

export function EmailSection({ user }: { user: User }) {
  const { uid, email: current = "" } = user;
  const [draft] = useState(() => readDraft(uid, "email"));
  const [outcome, setOutcome] = useState<"changed" | "verification-sent">();
  const task = useTask(async ({ address }: { address: string; shown: string }) => {
    setOutcome(await changeEmail(uid, address));
    // Keep an address that was typed during the save.
    if (readEmail(form.typed().email).address === address) form.restart({ email: "" });
  });
  const form = useForm<{ email: string }>({
    ...formOfTask(task, failedFields),
    fields: ["email"],
    read: (typed) => readBySchema(emailFormSchema(current), typed),
    act: ({ email }) =>
      void task.start({ address: email, shown: readEmail(form.typed().email).shown ?? email }),
    initial: draft ?? {},
  });
  const { texts: typed } = form;
  useEffect(() => {
    if (typed.email === "") dropDraft(uid, "email");
    else keepDraft(uid, { email: typed });
  }, [uid, typed]);
  const shown = task.latest?.shown ?? "";
  return (
    <SettingsRow
      id="email"
      texts={texts}
      value={<Address text={current === "" ? texts.none : accountTexts.email(current, user.emailVerified)} />}
      action={current === "" ? rowTexts.add : rowTexts.change}
      notice={current !== "" && !user.emailVerified && <SendAgain uid={uid} email={current} />}
      startsOpen={draft !== undefined}
    >
      <SettingsForm button={current === "" ? texts.add : texts.change} busy={task.isBusy} form={form}>
        <EmailField
          {...form.field("email")}
          label={texts.field}
          autoComplete="email"
          enterKeyHint="done"
          autoCapitalize="none"
          spellCheck={false}
          typed={typed.email}
          onAccept={(corrected) => form.correct("email", corrected)}
        />
      </SettingsForm>
      <Outcome
        user={user}
        task={task}
        texts={texts.failures}
        saved={outcome === "changed" ? texts.changed(shown) : texts.changeSent(shown)}
      />
    </SettingsRow>
  );
}
