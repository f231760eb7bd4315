import { useRef, useState } from "react";
import { PauseIcon, PlayIcon } from "../../components/icon/icon.tsx";
import * as styles from "./hero-media.css.ts";
import { homeTexts } from "./home-texts.tsx";
import { useFilmWelcome, usePlayback } from "./use-film.ts";

const WIDTH_PX = 1280;
const HEIGHT_PX = 720;
const posterSources = (type: string) =>
  `/media/hero-poster-640.${type} 640w, /media/hero-poster-${WIDTH_PX}.${type} ${WIDTH_PX}w`;

/**
 * The displayed widths, as in the style sheet: on wide screens the picture is as high as the hero, on narrow ones
 * wider than the screen.
 */
const SIZES = `(min-width: 56rem) ${WIDTH_PX}px, 158vw`;

/**
 * The picture behind the headline. Once the page is usable, the film replaces it. Decorative, because the text
 * has the same content.
 */
export function HeroMedia() {
  return (
    <>
      <picture>
        <source type="image/avif" srcSet={posterSources("avif")} sizes={SIZES} />
        <source type="image/webp" srcSet={posterSources("webp")} sizes={SIZES} />
        <img
          className={styles.media}
          src={`/media/hero-poster-${WIDTH_PX}.jpg`}
          alt=""
          width={WIDTH_PX}
          height={HEIGHT_PX}
          fetchPriority="high"
        />
      </picture>
      <HeroFilm />
    </>
  );
}

function HeroFilm() {
  const welcome = useFilmWelcome();
  const video = useRef<HTMLVideoElement>(null);
  const { playing, toggle } = usePlayback(video, welcome);
  const [shown, setShown] = useState(false);
  return (
    <>
      {welcome && (
        <video
          ref={video}
          className={shown ? styles.filmShown : styles.film}
          width={WIDTH_PX}
          height={HEIGHT_PX}
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
      )}
      <div className={styles.shade} />
      {welcome && (
        <button type="button" className={styles.toggle} onClick={toggle}>
          <span className={styles.toggleIcon} aria-hidden="true">
            {playing ? <PauseIcon /> : <PlayIcon />}
          </span>
          <span>{playing ? homeTexts.pause : homeTexts.play}</span>
        </button>
      )}
    </>
  );
}
