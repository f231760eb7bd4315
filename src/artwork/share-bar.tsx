type ShareBarProps = {
  /** 0…1 of the whole. Values out of range are limited, because a bar must not leave its track. */
  share: number;
  className?: string;
};

/**
 * A share as a bar in the text's color. It is decorative, because the figure beside it says the same. The width is an
 * SVG attribute because the page's policy drops style attributes from prerendered HTML.
 */
export function ShareBar({ share, className }: ShareBarProps) {
  const width = Math.min(1, Math.max(0, share)) * 100;
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className={className}
      aria-hidden="true"
      fill="currentColor"
    >
      <rect width={100} height={4} opacity={0.18} />
      <rect width={width} height={4} />
    </svg>
  );
}
