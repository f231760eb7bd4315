import { Suspense } from "react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { HEIGHT_PX, WIDTH_PX } from "./hero-film-size.ts";
import * as styles from "./hero-media.css.ts";
import { useFilmWelcome } from "./use-film-welcome.ts";

const HeroFilm = lazyComponent(
  async () => (await import("./hero-film.tsx")).HeroFilm,
  () => null,
);

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
  const isWelcome = useFilmWelcome();
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
      <div className={styles.shade} />
      {isWelcome && (
        <Suspense>
          <HeroFilm />
        </Suspense>
      )}
    </>
  );
}
