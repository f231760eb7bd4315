import { type RefObject, useEffect, useState } from "react";

/**
 * Whether a section is open. The section named by the address opens and comes into view, on arrival and whenever the
 * address changes.
 */
export function useDisclosure(section: RefObject<HTMLElement | null>, id: string, startsOpen: boolean) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    const follow = (): void => {
      if (window.location.hash !== `#${id}`) return;
      setOpen(true);
      section.current?.scrollIntoView();
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [section, id]);
  return [isOpen, setOpen] as const;
}
