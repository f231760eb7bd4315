import { type RefObject, useEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

/** `navigator.connection` exists in some browsers only; not in TypeScript's library, since it is no standard yet. */
const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
const reducedMotion = (): MediaQueryList => window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Whether the film may be on the page: not before the page can be used, and never for somebody who asked for less
 * motion or fewer bytes. A wish for less motion that comes later takes it away again.
 */
export function useFilmWelcome(): boolean {
  const [welcome, setWelcome] = useState(false);
  useEffect(() => {
    const query = reducedMotion();
    const decide = () => setWelcome(!query.matches && !savesData());
    let left = false;
    const start = () => whenIdle(() => !left && decide());
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    query.addEventListener("change", decide);
    return () => {
      left = true;
      window.removeEventListener("load", start);
      query.removeEventListener("change", decide);
    };
  }, []);
  return welcome;
}

/** Plays while it is wanted and on view. `playing` is what the person asked for, not what the browser has got to. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, mounted: boolean) {
  const [playing, setPlaying] = useState(true);
  useEffect(() => {
    const film = video.current;
    if (!mounted || !film) return;
    if (!playing) return film.pause();
    const observer = new IntersectionObserver((entries) => {
      // A browser that does not let it play has its reasons; the poster says the same.
      if (entries.at(-1)?.isIntersecting) film.play().catch(() => undefined);
      else film.pause();
    });
    observer.observe(film);
    return () => observer.disconnect();
  }, [video, mounted, playing]);
  return { playing, toggle: () => setPlaying((was) => !was) };
}
