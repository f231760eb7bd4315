import type { ReactNode } from "react";

/** Line icons on a 20-unit grid, in the color of the surrounding text. */
const Glyph = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);

export const ArrowRightIcon = () => (
  <Glyph>
    <path d="M3.5 10h13M11.5 5l5 5-5 5" />
  </Glyph>
);
export const ChevronDownIcon = () => (
  <Glyph>
    <path d="m5 7.5 5 5 5-5" />
  </Glyph>
);
export const MenuIcon = () => (
  <Glyph>
    <path d="M3 6h14M3 10h14M3 14h14" />
  </Glyph>
);
export const CloseIcon = () => (
  <Glyph>
    <path d="m5 5 10 10M15 5 5 15" />
  </Glyph>
);
export const CheckIcon = () => (
  <Glyph>
    <path d="m4 10.5 4 4 8-9" />
  </Glyph>
);
export const KeyIcon = () => (
  <Glyph>
    <circle cx="7" cy="7" r="4" />
    <path d="m10 10 7 7M14 14l2-2" />
  </Glyph>
);
export const WarningIcon = () => (
  <Glyph>
    <path d="M10 3 18 17H2L10 3ZM10 8v4M10 14.5v.01" />
  </Glyph>
);
export const InfoIcon = () => (
  <Glyph>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 9v5M10 6.2v.01" />
  </Glyph>
);
export const PauseIcon = () => (
  <Glyph>
    <path d="M7 4.5v11M13 4.5v11" />
  </Glyph>
);
export const PlayIcon = () => (
  <Glyph>
    <path d="M6.5 4.5v11l9-5.5-9-5.5Z" />
  </Glyph>
);
