import type { ComponentProps, ReactElement } from "react";
import { container, type SectionStyle, section } from "./section.css.ts";

type SectionProps = Omit<ComponentProps<"section">, "className"> &
  SectionStyle & {
    /** A `SectionImage` behind the content. An element, so that pages without one do not load its code. */
    image?: ReactElement;
  };

/** A band across the page, with its colors, the page's margins, and an optional picture behind the content. */
export const Section = ({ background, text, padding, image, children, ...rest }: SectionProps) => (
  <section {...rest} className={section({ background, text, padding })}>
    {image}
    <div className={container}>{children}</div>
  </section>
);
