import { valibotResolver } from "@hookform/resolvers/valibot";
import { readEmail } from "@tallybin/contract/typed-text";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { dropDraft, readDraft } from "../../../account/drafts.ts";
import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { EmailHint } from "../../../components/email-hint/email-hint.tsx";
import { useLeftEmail } from "../../../components/email-hint/use-left-email.ts";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { type FailedFields, useFieldFailure } from "../../../identity/state/use-field-failure.ts";
import { EmailAddress } from "../../../lib/field-schemas.ts";
import { submitFields } from "../../../lib/typed-form.ts";
import { Outcome } from "../section/outcome.tsx";
import { SendAgain } from "../section/send-again.tsx";
import { SettingsForm } from "../section/settings-form.tsx";
import { SettingsRow } from "../section/settings-row.tsx";
import { emailTexts, rowTexts, settingsTexts } from "../section/settings-texts.tsx";
import { useKeptDraft } from "../section/use-kept-draft.ts";
import { useChangeEmail } from "./use-change-email.ts";

const texts = settingsTexts.email;

const failedFields: FailedFields<{ email: string }> = {
  "email-already-in-use": "email",
  "invalid-email": "email",
};

const emailFormSchema = (current: string) =>
  v.object({
    email: v.pipe(
      EmailAddress,
      v.check((address) => address.toLowerCase() !== current.toLowerCase(), texts.same),
    ),
  });

export function EmailSection({ user }: { user: User }) {
  const { uid, email: current = "" } = user;
  const form = useForm<{ email: string }>({
    resolver: valibotResolver(emailFormSchema(current)),
    defaultValues: { email: "" },
    reValidateMode: "onChange",
  });
  const { left, onBlur } = useLeftEmail();
  const { register, formState, getValues, reset } = form;
  const task = useChangeEmail(uid, (sent) => {
    if (readEmail(getValues("email")).address !== sent) return; // keep an address that was typed during the save
    dropDraft(uid, "email");
    reset({ email: "" });
  });
  useFieldFailure({ task, form, fields: failedFields });
  useKeptDraft(uid, "email", form, {
    restore: (draft) => reset(draft, { keepDefaultValues: true }),
    draftOf: (values, edited) => (edited.email ? values : undefined),
  });
  const { change } = task;
  return (
    <SettingsRow
      id="email"
      title={texts.title}
      value={
        <Address
          text={
            current === ""
              ? texts.none
              : user.emailVerified
                ? texts.verified(current)
                : texts.notVerified(current)
          }
        />
      }
      action={current === "" ? rowTexts.add : rowTexts.change}
      notice={current !== "" && !user.emailVerified && <SendAgain uid={uid} email={current} />}
      startsOpen={readDraft(uid, "email") !== undefined}
    >
      <SettingsForm
        button={current === "" ? texts.add : texts.change}
        busy={task.progress.status === "busy"}
        onSubmit={submitFields(
          form,
          ({ email }) =>
            void task.start({ address: email, shown: readEmail(getValues("email")).shown ?? email }),
          task.reset,
        )}
      >
        <TextField
          label={texts.field}
          type="email"
          autoComplete="email"
          enterKeyHint="done"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register("email", { onBlur })}
        />
        <EmailHint
          email={left === form.watch("email") ? left : ""}
          onAccept={(corrected) => {
            form.setValue("email", corrected, { shouldDirty: true, shouldValidate: formState.isSubmitted });
            form.setFocus("email");
          }}
        />
      </SettingsForm>
      <Outcome
        user={user}
        task={task}
        texts={emailTexts}
        saved={
          change?.outcome === "verification-sent"
            ? texts.changeSent(change.email)
            : texts.changed(change?.email ?? "")
        }
      />
    </SettingsRow>
  );
}
