import { useId } from "react";
import { layer } from "./section.css.ts";

type SectionImageProps = {
  src: string;
  /** In pixels: its proportions if it covers the section, its size if it is repeated. */
  width: number;
  height: number;
  /** From 0 (invisible) to 1. */
  opacity?: number;
  /** Tiles the section with it instead of covering it. */
  repeat?: boolean;
};

/**
 * A decorative picture behind the text of a section, hidden from assistive technology. An SVG, because opacity and
 * tiling are attributes there: as `style="…"` the site's Content-Security-Policy would drop them from prerendered pages.
 * This SVG covers the section, because `<image>` never crops an SVG file, whatever its `preserveAspectRatio`.
 */
export function SectionImage({ src, width, height, opacity = 1, repeat = false }: SectionImageProps) {
  const id = useId();
  const image = <image href={src} width={width} height={height} />;
  const covering = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMidYMid slice" };
  return (
    <svg
      className={layer}
      aria-hidden="true"
      focusable="false"
      opacity={opacity}
      {...(repeat ? {} : covering)}
    >
      {repeat ? (
        <>
          <defs>
            <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
              {image}
            </pattern>
          </defs>
          <rect width="100%" height="100%" fill={`url(#${id})`} />
        </>
      ) : (
        image
      )}
    </svg>
  );
}
