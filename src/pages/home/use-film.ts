import { type RefObject, useEffect, useState } from "react";
import { tabValues } from "../../lib/site-data.ts";
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

const PAUSED = "filmPaused";

/**
 * Plays while it is wanted and visible. `playing` is the user's choice, not the browser's state. The choice lasts as
 * long as the tab, so that a film that was paused stays so when the user comes back to the page.
 */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, mounted: boolean) {
  const [playing, setPlaying] = useState(true);
  useEffect(() => setPlaying(tabValues().read(PAUSED) === null), []);
  useEffect(() => {
    const film = video.current;
    if (!mounted || !film) return;
    if (!playing) return film.pause();
    const observer = new IntersectionObserver((entries) => {
      // The browser may refuse to play; the poster shows the same.
      if (entries.at(-1)?.isIntersecting) film.play().catch(() => undefined);
      else film.pause();
    });
    observer.observe(film);
    return () => observer.disconnect();
  }, [video, mounted, playing]);
  const toggle = () => {
    if (playing) tabValues().write(PAUSED, "1");
    else tabValues().remove(PAUSED);
    setPlaying(!playing);
  };
  return { playing, toggle };
}
