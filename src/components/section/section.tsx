import { type ComponentProps, useId } from "react";
import { container, layer, type SectionStyle, section } from "./section.css.ts";

/** A picture behind the text. Decoration only: it is hidden from assistive technology. */
export type SectionImage = {
  src: string;
  /** 0 to 1. */
  opacity?: number;
  /** Tiles the picture at this size, in pixels, instead of covering the section with it. */
  repeat?: { width: number; height: number };
};

type SectionProps = Omit<ComponentProps<"section">, "className"> & SectionStyle & { image?: SectionImage };

/** A band across the page: colours, an optional picture behind, and the page's margins within. */
export function Section({ background, text, padding, image, children, ...rest }: SectionProps) {
  const look = {
    ...(background === undefined ? {} : { background }),
    ...(text === undefined ? {} : { text }),
    ...(padding === undefined ? {} : { padding }),
  };
  return (
    <section {...rest} className={section(look)}>
      {image && <ImageLayer {...image} />}
      <div className={container}>{children}</div>
    </section>
  );
}

/**
 * An SVG, because opacity and tiling are attributes there: as `style="…"` the site's Content-Security-Policy
 * would drop them from prerendered pages.
 */
function ImageLayer({ src, opacity = 1, repeat }: SectionImage) {
  const id = useId();
  return (
    <svg className={layer} aria-hidden="true" focusable="false" opacity={opacity}>
      {repeat ? (
        <>
          <defs>
            <pattern id={id} width={repeat.width} height={repeat.height} patternUnits="userSpaceOnUse">
              <image href={src} width={repeat.width} height={repeat.height} />
            </pattern>
          </defs>
          <rect width="100%" height="100%" fill={`url(#${id})`} />
        </>
      ) : (
        <image href={src} width="100%" height="100%" preserveAspectRatio="xMidYMid slice" />
      )}
    </svg>
  );
}
