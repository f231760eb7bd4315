import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import * as styles from "./home-page.css.ts";

const HeroFilm = lazyComponent(async () => (await import("./hero-film.tsx")).HeroFilm);

const posterSources = (type: string) =>
  `/media/hero-poster-640.${type} 640w, /media/hero-poster-${styles.WIDTH_PX}.${type} ${styles.WIDTH_PX}w`;

/** As in the style sheet: as high as the hero on wide screens, wider than the screen on narrow ones. */
const SIZES = `(min-width: 56rem) ${styles.WIDTH_PX}px, 158vw`;

/** The picture behind the headline, and later the film. Decorative, because the text has the same content. */
export function HeroMedia() {
  const isWelcome = useFilmWelcome();
  return (
    <>
      <picture>
        <source type="image/avif" srcSet={posterSources("avif")} sizes={SIZES} />
        <source type="image/webp" srcSet={posterSources("webp")} sizes={SIZES} />
        <img
          className={styles.media}
          src={`/media/hero-poster-${styles.WIDTH_PX}.jpg`}
          alt=""
          width={styles.WIDTH_PX}
          height={styles.HEIGHT_PX}
          fetchPriority="high"
        />
      </picture>
      <div className={styles.shade} />
      {isWelcome && (
        <Suspense>
          <HeroFilm />
        </Suspense>
      )}
    </>
  );
}

/** Missing in TypeScript's library, because only some browsers have it. */
const isSavingData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Whether the film may load. It loads once the page is usable, unless the user prefers less motion or less
 * data. If the user asks for less motion later, the film is removed.
 */
function useFilmWelcome(): boolean {
  const [welcome, setWelcome] = useState(false);
  useEffect(() => {
    const query = window.matchMedia("(prefers-reduced-motion: reduce)");
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
