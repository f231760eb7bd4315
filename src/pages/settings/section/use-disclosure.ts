import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether a section is open. The section named by the address opens and comes into view, on arrival and whenever the
 * address changes.
 */
export function useDisclosure(section: RefObject<HTMLElement | null>, id: string, startsOpen: boolean) {
  const [isOpen, setOpen] = useState(() => startsOpen || isNamed(id));
  useEffect(() => {
    const show = (): void => {
      if (!isNamed(id)) return;
      flushSync(() => setOpen(true)); // the form needs its room before the page scrolls
      section.current?.scrollIntoView();
    };
    if (isNamed(id)) section.current?.scrollIntoView();
    window.addEventListener("hashchange", show);
    return () => window.removeEventListener("hashchange", show);
  }, [section, id]);
  return [isOpen, setOpen] as const;
}

const isNamed = (id: string): boolean => window.location.hash === `#${id}`;
