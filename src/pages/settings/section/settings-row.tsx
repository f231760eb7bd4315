import { type ReactNode, useRef } from "react";
import { Button } from "../../../components/button/button.tsx";
import type { Elements } from "../../../lib/elements.ts";
import * as styles from "./settings-page.css.ts";
import { rowTexts } from "./settings-texts.tsx";
import { useDisclosure } from "./use-disclosure.ts";
import { useKeptPlace } from "./use-kept-place.ts";

type SettingsRowProps = {
  /** Also the section's address: `#password` opens it. */
  id: string;
  title: string;
  /** The present setting. */
  value: ReactNode;
  /** What the button does; "Change" if absent. */
  action?: string;
  /** A notice that does not wait for the section to open. */
  notice?: ReactNode;
  intro?: ReactNode;
  /** For text that was typed before the page was reloaded. */
  startsOpen?: boolean;
  /** The form. A row without one only shows its value. */
  children?: Elements;
};

/** One setting, saved independently: a row that opens. Closing keeps what was typed. */
export function SettingsRow(props: SettingsRowProps) {
  const { id, title, value, action = rowTexts.change, notice, intro, startsOpen = false, children } = props;
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLSpanElement>(null);
  useKeptPlace(section);
  const [isOpen, setOpen] = useDisclosure(section, id, startsOpen);
  return (
    <section ref={section} className={styles.setting} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {title}
        </h2>
        <div className={styles.value}>{value}</div>
        {children !== undefined && (
          <span ref={toggle} className={styles.toggle}>
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={isOpen}
              aria-controls={`${id}-form`}
              aria-label={rowTexts.actionOn(isOpen ? rowTexts.close : action, title)}
              onClick={() => setOpen(!isOpen)}
            >
              <span key={String(isOpen)}>{isOpen ? rowTexts.close : action}</span>
            </Button>
          </span>
        )}
      </div>
      {notice && <div className={styles.notice}>{notice}</div>}
      {children !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button above
        <div
          className={styles.panel}
          id={`${id}-form`}
          hidden={!isOpen}
          onKeyDown={({ key, defaultPrevented }) => {
            if (key !== "Escape" || defaultPrevented) return;
            setOpen(false);
            toggle.current?.querySelector("button")?.focus();
          }}
        >
          {intro !== undefined && <div className={styles.intro}>{intro}</div>}
          {children}
        </div>
      )}
    </section>
  );
}
