import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/button/button.tsx";
import type { Elements } from "../../../lib/elements.ts";
import { hasHadFocus, isFocusLost } from "../../../lib/focus.ts";
import * as styles from "./settings-page.css.ts";
import { rowTexts } from "./settings-texts.tsx";

type SettingsRowProps = {
  /** Also the section's address: `#password` opens it. */
  id: string;
  texts: { title: string; intro?: ReactNode };
  /** The present setting. */
  value: ReactNode;
  /** What the button does; "Change" if absent. */
  action?: string;
  /** A notice that does not wait for the section to open. */
  notice?: ReactNode;
  /** Instead of the one of the texts. */
  intro?: ReactNode;
  /** Whether the form is created only when the section first opens, because the form starts with a request. */
  waits?: boolean;
  /** Whether the section starts open, because it has text that was typed before the page was reloaded. */
  startsOpen?: boolean;
  /** The form. A row without one only shows its value. */
  children?: Elements;
};

/** One setting, saved independently: a row that opens. Closing keeps what was typed. */
export function SettingsRow(props: SettingsRowProps) {
  const { id, texts, value, action = rowTexts.change, notice, startsOpen = false, waits = false } = props;
  const { title } = texts;
  const { intro = texts.intro, children } = props;
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLSpanElement>(null);
  useFocusFallback(section);
  const [isOpen, setOpen] = useDisclosure(section, id, startsOpen);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
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
          {(wasOpen || !waits) && children}
        </div>
      )}
    </section>
  );
}

/** Whether a section is open. The one that the address names opens and comes into view. */
function useDisclosure(section: RefObject<HTMLElement | null>, id: string, startsOpen: boolean) {
  const [isOpen, setOpen] = useState(() => startsOpen || isNamedByHash(id));
  useEffect(() => {
    const showNamedSection = (): void => {
      if (!isNamedByHash(id)) return;
      flushSync(() => setOpen(true)); // the form needs its room before the page scrolls
      section.current?.scrollIntoView();
    };
    if (isNamedByHash(id)) {
      section.current?.scrollIntoView();
      // The link of the row before its data had the focus.
      if (isFocusLost() && hasHadFocus()) section.current?.querySelector("button")?.focus();
    }
    window.addEventListener("hashchange", showNamedSection);
    return () => window.removeEventListener("hashchange", showNamedSection);
  }, [section, id]);
  return [isOpen, setOpen] as const;
}

const isNamedByHash = (id: string): boolean => window.location.hash === `#${id}`;

/**
 * Moves the focus to a section's heading when the focused control disappears, such as the form of a finished step, so
 * that a keyboard user stays in the section. The section's status announces the outcome.
 */
function useFocusFallback(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = section.current;
    if (!place) return undefined;
    let last: EventTarget | null = null;
    const rememberControl = ({ target }: FocusEvent): void => {
      last = target;
    };
    // A control that lost the focus to another section is no longer the user's place.
    const forgetControl = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !place.contains(relatedTarget)) last = null;
    };
    const changes = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || !isFocusLost()) return;
      last = null;
      const heading = place.querySelector<HTMLElement>("h2");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    place.addEventListener("focusin", rememberControl);
    place.addEventListener("focusout", forgetControl);
    changes.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener("focusin", rememberControl);
      place.removeEventListener("focusout", forgetControl);
      changes.disconnect();
    };
  }, [section]);
}
