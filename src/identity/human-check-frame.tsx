import { useStore } from "zustand";
import { Button } from "../components/button/button.tsx";
import { check, frame } from "./human-check-frame.css.ts";
import { HUMAN_CHECK_PATH, humanCheckStore } from "./human-check-store.ts";

/** Another company's check, in a frame with a policy of its own: its script never runs in our pages. */
export function HumanCheckFrame() {
  const current = useStore(humanCheckStore, (state) => state.check);
  if (!current) return null;
  return (
    <section className={check} aria-label="Human check">
      <p>Before we send the message: please confirm that you are human.</p>
      <iframe className={frame} src={HUMAN_CHECK_PATH} title="Human check by reCAPTCHA" />
      <Button variant="simple" onClick={current.cancel}>
        Cancel
      </Button>
    </section>
  );
}
