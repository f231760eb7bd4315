import { valibotResolver } from "@hookform/resolvers/valibot";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useSearch } from "wouter";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { Waiting } from "../../components/waiting/waiting.tsx";
import { identityErrorText } from "../../messages/identity-errors.ts";
import { parseNext } from "../../next-path.ts";
import type { AuthType } from "../../paths.ts";
import { useSession } from "../../stores/use-session.ts";
import { authCopy } from "./auth-copy.ts";
import { AuthFields } from "./auth-fields.tsx";
import { type AuthValues, authSchemas, EMPTY } from "./auth-form.ts";
import { AuthLinks } from "./auth-links.tsx";
import * as styles from "./auth-page.css.ts";
import { useAuthenticate } from "./use-authenticate.ts";

/** The four ways in, by one form each. */
export function AuthPage({ authType = "signup" }: { authType?: AuthType }) {
  const session = useSession();
  const [, navigate] = useLocation();
  const next = parseNext(new URLSearchParams(useSearch()).get("next"));
  const isWayIn = authType === "signin" || authType === "signup";
  const isIn = isWayIn && session.status === "signed-in";
  useEffect(() => {
    if (isIn) navigate(next, { replace: true });
  }, [isIn, next, navigate]);

  // Somebody who is signed in never sees the form, not even while storage is still being read.
  if (isIn || (isWayIn && session.status === "unknown" && session.reason === undefined)) return <Waiting />;
  return <AuthForm type={authType} next={next} />;
}

function AuthForm({ type, next }: { type: AuthType; next: string }) {
  const { outcome, submit } = useAuthenticate(type);
  const { register, handleSubmit, formState } = useForm<AuthValues>({
    resolver: valibotResolver(authSchemas[type]),
    defaultValues: EMPTY,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: true,
  });
  const { title, button } = authCopy[type];
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {outcome.status === "failed" && (
        <Alert key={outcome.attempt} tone="error" focusOnShow>
          {identityErrorText[outcome.code]}
        </Alert>
      )}
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          void handleSubmit(submit)(event);
        }}
      >
        <AuthFields type={type} register={register} errors={formState.errors} />
        <Button type="submit" size="lg" fullWidth busy={outcome.status === "busy"}>
          {button}
        </Button>
      </form>
      <AuthLinks type={type} next={next} />
    </div>
  );
}
