import { type ComponentProps, useId } from "react";
import { container, layer, type SectionStyle, section } from "./section.css.ts";

/** A decorative picture behind the text, hidden from assistive technology. */
export type SectionImage = {
  src: string;
  /** In pixels: its proportions if it covers the section, its size if it is repeated. */
  width: number;
  height: number;
  /** From 0 (invisible) to 1. */
  opacity?: number;
  /** Tiles the section with it instead of covering it. */
  repeat?: boolean;
};

type SectionProps = Omit<ComponentProps<"section">, "className"> & SectionStyle & { image?: SectionImage };

/** A band across the page, with its colors, the page's margins, and an optional picture behind the content. */
export function Section({ background, text, padding, image, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={section({ background, text, padding })}>
      {image && <ImageLayer {...image} />}
      <div className={container}>{children}</div>
    </section>
  );
}

/**
 * An SVG, because opacity and tiling are attributes there: as `style="…"` the site's Content-Security-Policy would
 * drop them from prerendered pages. This SVG covers the section, because `<image>` never crops an SVG file, whatever
 * its `preserveAspectRatio`.
 */
function ImageLayer({ src, width, height, opacity = 1, repeat = false }: SectionImage) {
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
