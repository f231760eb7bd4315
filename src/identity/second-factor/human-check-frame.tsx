import { useStore } from "zustand";
import { Button } from "../../components/button/button.tsx";
import { identityTexts } from "../identity-texts.ts";
import { humanCheckStore } from "./human-check.ts";
import { check, frame } from "./second-factor.css.ts";

/** A third party's check, in a frame of another origin, so that its script cannot read our storage. */
export function HumanCheckFrame() {
  const current = useStore(humanCheckStore, (state) => state.check);
  if (!current) return null;
  return (
    <section className={check} aria-label={identityTexts.humanCheck}>
      <p role="status">{identityTexts.humanCheckIntro}</p>
      <iframe
        className={frame}
        data-open={current.isOpen || undefined}
        src={current.address}
        title={identityTexts.humanCheckFrame}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      />
      <Button variant="simple" onClick={current.cancel}>
        {identityTexts.cancel}
      </Button>
    </section>
  );
}
