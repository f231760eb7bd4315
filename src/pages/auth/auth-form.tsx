import { valibotResolver } from "@hookform/resolvers/valibot";
import { company } from "@tallybin/contract/company";
import { type ReactElement, useEffect } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../components/button/button.tsx";
import type { AuthType } from "../../config/paths.ts";
import {
  type AuthValues,
  authFields,
  authSchemaOf,
  type TypedAuthValues,
} from "../../identity/methods/auth-forms.ts";
import { type FailedFields, useFieldFailure } from "../../identity/state/use-field-failure.ts";
import type { Task } from "../../identity/state/use-task.ts";
import type { Elements } from "../../lib/elements.ts";
import { useHold } from "../../lib/held-press.ts";
import { submitFields, useEarlyPress } from "../../lib/typed-form.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { AuthFields } from "./auth-fields.tsx";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";
import { typedEmail } from "./typed-email.ts";

const weak: FailedFields<TypedAuthValues> = {
  "breached-password": "pass",
  "weak-password": "pass",
  "password-does-not-meet-requirements": "pass",
};
/**
 * At sign-in, a wrong password belongs to no field, because the message does not say whether the address or the
 * password is wrong.
 */
const failedFields: Record<AuthType, FailedFields<TypedAuthValues>> = {
  signup: { ...weak, "email-already-in-use": "email", "invalid-email": "email" },
  signin: { "user-not-found": "email", "invalid-email": "email" },
  forgotpass: { "user-not-found": "email", "invalid-email": "email" },
  changepass: weak,
};

type AuthFormProps = {
  type: AuthType;
  task: Pick<Task<never>, "progress" | "reset">;
  onSubmit: (values: AuthValues) => void;
  /** Known from a collision or a mailed link. */
  email?: string;
  /** Whether a submit can be handled now; an earlier one waits. */
  isReady?: boolean;
  /** Takes over the request of a press before hydration. */
  takeBegun?: () => AuthValues | undefined;
  /** A link beside the password's label. */
  besidePassword?: ReactElement;
  children?: Elements;
};

/** The form of each type: its fields, validated on submit and then at each change. */
export function AuthForm(props: AuthFormProps) {
  const { type, task, onSubmit, email, isReady = true, takeBegun, besidePassword, children } = props;
  const isHydrated = useHydrated();
  const hold = useHold(isHydrated && isReady);
  const known = email ?? typedEmail.get();
  const form = useForm<TypedAuthValues, unknown, AuthValues>({
    resolver: (values, ...rest) => valibotResolver(authSchemaOf(type, values))(values, ...rest),
    // Set no empty values, because a field of the prerendered page keeps text that was typed or filled in.
    defaultValues: known === "" ? {} : { email: known },
    mode: "onSubmit",
    reValidateMode: "onChange",
    criteriaMode: "all", // otherwise one empty field hides that the passwords differ
    shouldFocusError: true,
  });
  const { register, formState, watch, setValue, getValues } = form;
  useEarlyPress(hold.ref, form, takeBegun, onSubmit);
  useFieldFailure({ task, form, fields: failedFields[type] });
  useEffect(() => {
    if (email !== undefined) setValue("email", email); // a collision may set the address while the form is visible
  }, [email, setValue]);
  const typed = watch("email");
  useEffect(() => {
    // A field of the prerendered page may have a text that `watch` does not know yet.
    const present = typed ?? getValues("email");
    if (present !== undefined && authFields[type].includes("email")) typedEmail.set(present);
  }, [type, typed, getValues]);
  return (
    <form
      {...hold}
      data-form={type}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => void submitFields(form, onSubmit)(event)}
    >
      {children}
      <AuthFields
        type={type}
        register={register}
        errors={formState.errors}
        besidePassword={besidePassword}
        watch={watch}
        onCorrectEmail={(corrected) => {
          setValue("email", corrected, { shouldValidate: formState.isSubmitted });
          form.setFocus("email");
        }}
      />
      <noscript>
        <p className={styles.agreement}>
          {authTexts.noScript(<a href={`mailto:${company.email}`}>{company.email}</a>)}
        </p>
      </noscript>
      <Button type="submit" size="lg" fullWidth busy={task.progress.status === "busy"}>
        {authTexts.forms[type].button}
      </Button>
    </form>
  );
}
