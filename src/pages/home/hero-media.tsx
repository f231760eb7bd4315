import * as styles from "./home-page.css.ts";

const WIDTH_PX = 1280;
const HEIGHT_PX = 720;
const sources = (type: string) =>
  `/media/hero-poster-640.${type} 640w, /media/hero-poster-${WIDTH_PX}.${type} ${WIDTH_PX}w`;

/** What the product sees, behind the headline. Decoration: the page says the same in words. */
export function HeroMedia() {
  return (
    <>
      <picture>
        <source type="image/avif" srcSet={sources("avif")} sizes="100vw" />
        <source type="image/webp" srcSet={sources("webp")} sizes="100vw" />
        <img
          className={styles.heroMedia}
          src={`/media/hero-poster-${WIDTH_PX}.jpg`}
          alt=""
          width={WIDTH_PX}
          height={HEIGHT_PX}
          fetchPriority="high"
        />
      </picture>
      <div className={styles.heroShade} />
    </>
  );
}
