import { type ComponentProps, type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import type { Elements } from "../../lib/elements.ts";
import { useHeldClick } from "../../lib/held-press.ts";
import { useAfterPress } from "../../lib/use-after-press.ts";
import { passwordFieldTexts } from "./password-field-texts.ts";
import { action, capsLock, input, roomForAction, withAction } from "./text-field.css.ts";
import { FieldFrame, type FieldText } from "./text-field.tsx";

type PasswordFieldProps = Omit<FieldText, "label"> &
  Omit<ComponentProps<"input">, "type"> & {
    /** Also names the control that shows the password. */
    label: string;
    /** Feedback on the password during typing, below the field. */
    advice?: Elements;
  };

/** A password with a "show" control. Nothing is trimmed, pasting is allowed. */
export function PasswordField({ label, error, hint, beside, advice, onBlur, ...rest }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const caps = useCapsLock();
  const toggle = useHeldClick<HTMLButtonElement>();
  const onLeave = (event: FocusEvent<HTMLInputElement>) => {
    caps.forget();
    onBlur?.(event);
  };
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} beside={beside}>
      {(described) => (
        <>
          <div className={withAction}>
            <input
              {...rest}
              {...described}
              {...caps.watchers}
              // `:placeholder-shown` tells the style of the advice whether the field is empty.
              placeholder={advice ? " " : undefined}
              id={id}
              type={shown ? "text" : "password"}
              className={`${input} ${roomForAction}`}
              // A shown password is ordinary text to the browser, which would correct, capitalize and remember it.
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onBlur={onLeave}
            />
            <button
              ref={toggle}
              type="button"
              data-hold=""
              className={action}
              aria-label={shown ? passwordFieldTexts.hideField(label) : passwordFieldTexts.showField(label)}
              aria-pressed={shown}
              aria-controls={id}
              onClick={() => setShown(!shown)}
            >
              {shown ? passwordFieldTexts.hide : passwordFieldTexts.show}
            </button>
          </div>
          <p className={capsLock} role="status">
            {caps.isOn && passwordFieldTexts.capsLock}
          </p>
          {advice}
        </>
      )}
    </FieldFrame>
  );
}

/** Whether Caps Lock was on at the last key; browsers report it only with a key event. */
function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const afterPress = useAfterPress();
  const watchKey = (event: KeyboardEvent): void => {
    // Key events of autofill do not have this method.
    if (typeof event.getModifierState === "function") setOn(event.getModifierState("CapsLock"));
  };
  return {
    isOn,
    watchers: { onKeyDown: watchKey, onKeyUp: watchKey },
    forget: () => afterPress(() => setOn(false)),
  };
}

/** The user name that password managers store with the password; otherwise they store a wrong one or none. */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
