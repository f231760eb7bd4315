/**
 * A share, 0…1, as a bar in the text's color. It is decorative, because the figure beside it says the same. The width is an
 * SVG attribute because the page's policy drops style attributes from prerendered HTML.
 */
export const ShareBar = ({ share, className }: { share: number; className: string }) => (
  <svg
    viewBox="0 0 100 4"
    preserveAspectRatio="none"
    className={className}
    aria-hidden="true"
    fill="currentColor"
  >
    <rect width={100} height={4} opacity={0.18} />
    <rect width={share * 100} height={4} />
  </svg>
);
