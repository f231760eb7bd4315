import { useEffect, useState } from "react";

/**
 * The height of the line, slightly above the middle of the window. The block that crosses this line is the current
 * block.
 */
const READING_LINE = "-45% 0px -54% 0px";

/** The current element, if any. */
export function useShownBlock(ids: readonly string[]): string | undefined {
  const [shown, setShown] = useState<string>();
  const key = ids.join(" ");
  useEffect(() => {
    const blocks = key.split(" ");
    // Where two blocks meet, both cross the line. When one leaves it, the other does not enter it again.
    const crossing = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) crossing.add(target.id);
          else crossing.delete(target.id);
        setShown(blocks.findLast((id) => crossing.has(id)));
      },
      { rootMargin: READING_LINE },
    );
    for (const id of blocks) {
      const block = document.getElementById(id);
      if (block) observer.observe(block);
    }
    return () => observer.disconnect();
  }, [key]);
  return shown;
}
