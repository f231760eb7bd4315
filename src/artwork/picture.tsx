import { type ReactNode, useId } from "react";

/** The props of every drawn picture. */
export type PictureProps = {
  className?: string;
  /** Hides the picture from assistive technology, for places where the text beside it says the same. */
  decorative?: boolean;
};

type FrameProps = PictureProps & {
  width: number;
  height: number;
  title: string;
  description: string;
  children: ReactNode;
};

/** The outer `<svg>` of a picture: its size ratio and its text equivalent. */
export function Picture({ width, height, title, description, className, decorative, children }: FrameProps) {
  const id = useId();
  // Without width and height, a picture whose style sheet is late or missing would have no ratio to keep.
  const common = { viewBox: `0 0 ${width} ${height}`, width, height, className };
  if (decorative)
    return (
      <svg {...common} aria-hidden="true">
        {children}
      </svg>
    );
  return (
    <svg {...common} role="img" aria-labelledby={`${id}t`} aria-describedby={`${id}d`}>
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description}</desc>
      <g>{children}</g>
    </svg>
  );
}
