import { type FocusEvent, useState } from "react";
import { useAfterPress } from "../../lib/use-after-press.ts";

/** The address when its field lost the focus, for `EmailHint`. */
export function useLeftEmail() {
  const [left, setLeft] = useState("");
  const afterPress = useAfterPress();
  return {
    left,
    /** The handler of the field. */
    onBlur: ({ target: { value } }: FocusEvent<HTMLInputElement>) => afterPress(() => setLeft(value)),
  };
}
