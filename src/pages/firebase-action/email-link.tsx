import { useEffect } from "react";
import * as v from "valibot";
import { useLocation } from "wouter";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { authPath, paths } from "../../config/paths.ts";
import type { OobCode } from "../../identity/methods/oob-code.ts";
import * as styles from "../../identity/second-factor/second-factor.css.ts";
import { SecondFactorPanel } from "../../identity/second-factor/second-factor-panel.tsx";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { EmailAddress, readBySchema } from "../../lib/field-schemas.ts";
import { useForm } from "../../lib/use-form.ts";
import { ActionFrame } from "./action-frame.tsx";
import { actionTexts, signInLinkFailureTexts } from "./action-texts.ts";
import { useEmailLink } from "./use-email-link.ts";

const EmailForm = v.object({ email: EmailAddress });

/** A sign-in link. Another device may have requested it, so the page asks for an unknown address. */
export function EmailLink({ code }: { code: OobCode }) {
  const { progress, isBusy, start, factor, known } = useEmailLink(code);
  const [, navigate] = useLocation();
  const form = useForm<{ email: string }>({
    fields: ["email"],
    read: (typed) => readBySchema(EmailForm, typed),
    act: ({ email }) => void start(email),
    initial: { email: known },
  });
  const isIn = progress.status === "done";
  useEffect(() => {
    if (isIn) navigate(paths.dashboard, { replace: true });
  }, [isIn, navigate]);

  if (factor)
    return (
      <ActionFrame title={actionTexts.twoStep}>
        <SecondFactorPanel step={factor} />
      </ActionFrame>
    );
  const isDead = progress.status === "failed" && /action-code|user-/.test(progress.failure.code);
  return (
    <ActionFrame title={isDead ? actionTexts.dead : actionTexts.linkTitle}>
      <TaskFailure progress={progress} texts={signInLinkFailureTexts} />
      <form {...form.attributes} className={styles.form}>
        <TextField
          {...form.field("email")}
          label={actionTexts.email}
          hint={actionTexts.emailHint}
          type="email"
          autoComplete="username"
          enterKeyHint="go"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" size="lg" fullWidth busy={isBusy || isIn}>
          {actionTexts.signIn}
        </Button>
      </form>
      <p>
        <a href={authPath("signin")}>{actionTexts.anotherWay}</a>
      </p>
    </ActionFrame>
  );
}
