import { type KeyboardEvent, useState } from "react";
import { useAfterPress } from "../../lib/use-after-press.ts";

/** Whether Caps Lock was on at the last key; browsers report it only with a key event. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const afterPress = useAfterPress();
  const watch = (event: KeyboardEvent): void => {
    // Key events of autofill do not have this method.
    if (typeof event.getModifierState === "function") setOn(event.getModifierState("CapsLock"));
  };
  return {
    isOn,
    watchers: { onKeyDown: watch, onKeyUp: watch },
    forget: () => afterPress(() => setOn(false)),
  };
}
