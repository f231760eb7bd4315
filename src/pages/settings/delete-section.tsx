import { useRef, useState } from "react";
import type { User } from "../../account/user.ts";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { Outcome } from "./outcome.tsx";
import { SettingsCard } from "./settings-card.tsx";
import * as styles from "./settings-page.css.ts";
import { useDeleteAccount } from "./use-delete-account.ts";

const WORD = "DELETE";

/** Typed to confirm: the one change here that can’t be undone. */
export function DeleteSection({ user }: { user: User }) {
  const { task, refusal } = useDeleteAccount(user.uid);
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wanted = user.email ?? WORD;
  const isRight = typed.trim().toLowerCase() === wanted.toLowerCase();
  return (
    <SettingsCard
      id="delete"
      title="Delete account"
      intro="Your account, your profile and every way to sign in are deleted at once. This can’t be undone."
    >
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (isRight) void task.start(undefined);
          else field.current?.focus();
        }}
      >
        <TextField
          ref={field}
          label={`Type ${wanted} to confirm`}
          name="delete-confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={checked && !isRight ? `Please type ${wanted}` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" destructive busy={task.progress.status === "busy"}>
            Delete my account
          </Button>
        </div>
      </form>
      {refusal && <Alert tone="error">{refusal}</Alert>}
      <Outcome user={user} task={task} />
    </SettingsCard>
  );
}
