import { useEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

/**
 * `navigator.connection` exists in some browsers only, and is missing in TypeScript's library because it is no
 * standard yet.
 */
const isSavingData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
const queryReducedMotion = (): MediaQueryList => window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Whether the film may load. It loads once the page is usable, unless the user prefers less motion or less
 * data. If the user asks for less motion later, the film is removed.
 */
export function useFilmWelcome(): boolean {
  const [welcome, setWelcome] = useState(false);
  useEffect(() => {
    const query = queryReducedMotion();
    const decideWelcome = () => setWelcome(!query.matches && !isSavingData());
    let left = false;
    const decideWhenIdle = () => whenIdle(() => !left && decideWelcome());
    if (document.readyState === "complete") decideWhenIdle();
    else window.addEventListener("load", decideWhenIdle, { once: true });
    query.addEventListener("change", decideWelcome);
    return () => {
      left = true;
      window.removeEventListener("load", decideWhenIdle);
      query.removeEventListener("change", decideWelcome);
    };
  }, []);
  return welcome;
}
