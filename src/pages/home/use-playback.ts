import { type RefObject, useEffect, useState } from "react";
import { tabValues } from "../../lib/site-data.ts";

const PAUSED_KEY = "filmPaused";

/**
 * Plays while it is wanted and visible. `playing` is the user's choice, not the browser's state. The choice lasts as
 * long as the tab, so that a film that was paused stays so when the user comes back to the page.
 */
export function usePlayback(video: RefObject<HTMLVideoElement | null>) {
  const [playing, setPlaying] = useState(true);
  useEffect(() => setPlaying(tabValues().read(PAUSED_KEY) === null), []);
  useEffect(() => {
    const film = video.current;
    if (!film) return;
    if (!playing) return film.pause();
    const observer = new IntersectionObserver((entries) => {
      // The browser may refuse to play; the poster shows the same.
      if (entries.at(-1)?.isIntersecting) film.play().catch(() => undefined);
      else film.pause();
    });
    observer.observe(film);
    return () => observer.disconnect();
  }, [video, playing]);
  const toggle = () => {
    if (playing) tabValues().write(PAUSED_KEY, "1");
    else tabValues().remove(PAUSED_KEY);
    setPlaying(!playing);
  };
  return { playing, toggle };
}
