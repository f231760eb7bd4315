import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button/button.tsx";
import { PasswordField } from "../../../components/text-field/password-field.tsx";
import { Username } from "../../../components/text-field/username.tsx";
import * as styles from "./settings-page.css.ts";
import { settingsTexts } from "./settings-texts.tsx";

type PasswordProofProps = {
  email: string;
  busy: boolean;
  /** Why the last password was refused. */
  refusal: string | undefined;
  onSubmit: (password: string) => void;
  /** Called when the user corrects the refused password. */
  onCorrect: () => void;
};

/** Asks for the password again. It is passed on and not kept. */
export function PasswordProof({ email, busy, refusal, onSubmit, onCorrect }: PasswordProofProps) {
  const [password, setPassword] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (refusal !== undefined) field.current?.select();
  }, [refusal]);
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (password === "") field.current?.focus();
        else onSubmit(password);
      }}
    >
      <Username email={email} />
      <PasswordField
        ref={field}
        label={settingsTexts.proof.password}
        name="proof"
        autoComplete="current-password"
        enterKeyHint="go"
        value={password}
        error={checked && password === "" ? settingsTexts.password.missing : refusal}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          if (refusal !== undefined) onCorrect();
        }}
      />
      <div>
        <Button type="submit" busy={busy}>
          {settingsTexts.proof.confirm}
        </Button>
      </div>
    </form>
  );
}
