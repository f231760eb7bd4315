import { useRef, useState } from "react";
import { PauseIcon, PlayIcon } from "../../components/icon/icon.tsx";
import { HEIGHT_PX, WIDTH_PX } from "./hero-film-size.ts";
import * as styles from "./hero-media.css.ts";
import { homeTexts } from "./home-texts.ts";
import { usePlayback } from "./use-playback.ts";

/** The film over its poster, and the button that pauses it. */
export function HeroFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const { playing, toggle } = usePlayback(video);
  const [shown, setShown] = useState(false);
  return (
    <>
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
      <button type="button" className={styles.toggle} onClick={toggle}>
        <span className={styles.toggleIcon} aria-hidden="true">
          {playing ? <PauseIcon /> : <PlayIcon />}
        </span>
        <span>{playing ? homeTexts.pause : homeTexts.play}</span>
      </button>
    </>
  );
}
