import { type ReactNode, useId } from "react";
import { palette } from "./palette.ts";

export type PictureProps = {
  className?: string;
  /** Hides the picture from assistive technology, for places where the text beside it says the same. */
  decorative?: boolean;
};

type FrameProps = PictureProps & {
  width: number;
  height: number;
  /** The text equivalent. */
  texts: { title: string; description: string };
  ground?: string;
  children: ReactNode;
};

/** The outer `<svg>` of a picture: its size ratio, its text equivalent and its background. */
export function Picture({ width, height, texts, ground = palette.ink, children, ...props }: FrameProps) {
  const { className, decorative } = props;
  const id = useId();
  // Without width and height, a picture whose style sheet is late or missing would have no ratio to keep.
  // Translated into a language that is written from right to left, a drawing keeps its places.
  const common = { viewBox: `0 0 ${width} ${height}`, width, height, className, direction: "ltr" };
  const drawing = (
    <>
      <rect width={width} height={height} fill={ground} />
      <g>{children}</g>
    </>
  );
  if (decorative)
    return (
      <svg {...common} aria-hidden="true">
        {drawing}
      </svg>
    );
  return (
    <svg {...common} role="img" aria-labelledby={`${id}t`} aria-describedby={`${id}d`}>
      <title id={`${id}t`}>{texts.title}</title>
      <desc id={`${id}d`}>{texts.description}</desc>
      <g>{drawing}</g>
    </svg>
  );
}
