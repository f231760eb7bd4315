import { useEffect, useRef } from "react";

/**
 * Returns a function that runs an action at once, or after the press that is under way. For an element that appears or
 * disappears when a field loses the focus: such an element moves the pressed button, and a button that is no longer
 * below the pointer gets no click.
 */
export function useAfterPress(): (action: () => void) => void {
  const isPressed = useRef<boolean>(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const beginPress = () => {
      isPressed.current = true;
    };
    // The click follows in the same task, and the action comes after it.
    const endPress = () =>
      setTimeout(() => {
        isPressed.current = false;
        for (const action of waiting.current.splice(0)) action();
      });
    // Not pointer events: after a touch, the browser moves the focus in the `mousedown` that follows `pointerup`.
    document.addEventListener("mousedown", beginPress, options);
    // A press has no `mouseup` if it becomes a drag or ends in another program.
    for (const type of ["mouseup", "dragend", "keydown"]) document.addEventListener(type, endPress, options);
    return () => listeners.abort();
  }, []);
  return (action) => {
    if (isPressed.current) waiting.current.push(action);
    else action();
  };
}
