import { useCallback, useState } from "react";

export type Arrivals = {
  /** The number of the navigation that arrived last. */
  arrival: number;
  /** The number of the navigation that began last. */
  latestNavigation: () => number;
};

/**
 * Whether a menu is open. A navigation that begins after the menu has opened closes it when its page arrives: any link
 * closes the menu, even a link to the current page, and the back button never opens it. A page that was already on its
 * way leaves it open.
 */
export function useOpenUntilArrival({ arrival, latestNavigation }: Arrivals) {
  const [openedDuring, setOpenedDuring] = useState<number | undefined>(undefined);
  const isOpen = openedDuring !== undefined && arrival <= openedDuring;
  const setOpen = useCallback(
    (open: boolean): void => setOpenedDuring(open ? latestNavigation() : undefined),
    [latestNavigation],
  );
  return [isOpen, setOpen] as const;
}
