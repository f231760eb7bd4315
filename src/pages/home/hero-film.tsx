import { type RefObject, useEffect, useRef, useState } from "react";
import { PauseIcon, PlayIcon } from "../../components/icon/icon.tsx";
import { tabValues } from "../../lib/site-data.ts";
import * as styles from "./home-page.css.ts";
import { homeTexts } from "./home-texts.ts";

export function HeroFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const { playing, toggle } = usePlayback(video);
  const [shown, setShown] = useState(false);
  return (
    <>
      <video
        ref={video}
        className={shown ? styles.filmShown : styles.film}
        width={styles.WIDTH_PX}
        height={styles.HEIGHT_PX}
        muted
        loop
        playsInline
        preload="auto"
        disablePictureInPicture
        aria-hidden="true"
        tabIndex={-1}
        onPlaying={() => setShown(true)}
      >
        <source src="/media/hero.webm" type='video/webm; codecs="vp9"' />
        <source src="/media/hero.mp4" type='video/mp4; codecs="avc1.640020"' />
      </video>
      <button type="button" className={styles.toggle} onClick={toggle}>
        <span className={styles.toggleIcon} aria-hidden="true">
          {playing ? <PauseIcon /> : <PlayIcon />}
        </span>
        <span>{playing ? homeTexts.pause : homeTexts.play}</span>
      </button>
    </>
  );
}

const PAUSED_KEY = "filmPaused";

/**
 * Plays while it is wanted and visible. `playing` is the user's choice, not the browser's state. The choice lasts as
 * long as the tab, so that a film that was paused stays so when the user comes back to the page.
 */
function usePlayback(video: RefObject<HTMLVideoElement | null>) {
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
