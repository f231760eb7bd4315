import { valibotResolver } from "@hookform/resolvers/valibot";
import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../components/button/button.tsx";
import type { AuthType } from "../../config/paths.ts";
import { AuthFields } from "./auth-fields.tsx";
import * as styles from "./auth-page.css.ts";
import { authPageTexts } from "./auth-page-texts.ts";
import { type AuthValues, authFields, authSchemas, EMPTY } from "./auth-values.ts";
import { typedEmail } from "./typed-email.ts";

type AuthFormProps = {
  type: AuthType;
  busy: boolean;
  onSubmit: (values: AuthValues) => void;
  /** Known from elsewhere: a collision, or the link of a message. */
  email?: string;
  children?: ReactNode;
};

/** The form of each type: its fields, checked on submit and then at each change. */
export function AuthForm({ type, busy, onSubmit, email, children }: AuthFormProps) {
  const { register, handleSubmit, formState, watch, setValue } = useForm<AuthValues>({
    resolver: valibotResolver(authSchemas[type]),
    defaultValues: { ...EMPTY, email: email ?? typedEmail.get() },
    mode: "onSubmit",
    reValidateMode: "onChange",
    criteriaMode: "all", // otherwise one empty field hides that the passwords differ
    shouldFocusError: true,
  });
  useEffect(() => {
    if (email !== undefined) setValue("email", email); // a collision may name it while the form is on view
  }, [email, setValue]);
  const typed = watch("email");
  useEffect(() => {
    if (authFields[type].includes("email")) typedEmail.set(typed);
  }, [type, typed]);
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        void handleSubmit(onSubmit)(event);
      }}
    >
      {children}
      <AuthFields type={type} register={register} errors={formState.errors} watch={watch} />
      <Button type="submit" size="lg" fullWidth busy={busy}>
        {authPageTexts[type].button}
      </Button>
    </form>
  );
}
