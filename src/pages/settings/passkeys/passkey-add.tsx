import { useState } from "react";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { deviceName } from "../../../identity/methods/device-name.ts";
import * as styles from "../section/settings-page.css.ts";
import { settingsTexts } from "../section/settings-texts.tsx";

type PasskeyAddProps = {
  busy: boolean;
  disabled: boolean;
  /** Names of the account's passkeys. */
  names: readonly string[];
  onAdd: (name: string) => void;
};

/** A name that tells passkeys apart, prefilled with the browser's description of the device. */
export function PasskeyAdd({ busy, disabled, names, onAdd }: PasskeyAddProps) {
  const suggestion = deviceName(navigator.userAgent);
  const [name, setName] = useState(suggestion);
  const [count, setCount] = useState(names.length);
  if (count !== names.length) {
    setCount(names.length);
    // This name has just been used. A second passkey with the same name would be indistinguishable.
    if (names.length > count && names.includes(name.trim())) setName(suggestion);
  }
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(name.trim() || suggestion);
      }}
    >
      <TextField
        label={settingsTexts.passkeys.field}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <Button type="submit" variant="secondary" busy={busy} disabled={disabled}>
          {names.length > 0 ? settingsTexts.passkeys.addAnother : settingsTexts.passkeys.add}
        </Button>
      </div>
    </form>
  );
}
