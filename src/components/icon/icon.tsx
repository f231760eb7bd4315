/** Line icons on a 20-unit grid, in the color of the surrounding text. */
const createIcon = (path: string) => () => (
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
    <path d={path} />
  </svg>
);

export const ArrowRightIcon = createIcon("M3.5 10h13M11.5 5l5 5-5 5");
export const ChevronDownIcon = createIcon("m5 7.5 5 5 5-5");
export const MenuIcon = createIcon("M3 6h14M3 10h14M3 14h14");
export const CloseIcon = createIcon("m5 5 10 10M15 5 5 15");
export const CheckIcon = createIcon("m4 10.5 4 4 8-9");
export const KeyIcon = createIcon("M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l7 7M14 14l2-2");
export const WarningIcon = createIcon("M10 3 18 17H2L10 3ZM10 8v4M10 14.5v.01");
export const InfoIcon = createIcon("M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0ZM10 9v5M10 6.2v.01");
export const PauseIcon = createIcon("M7 4.5v11M13 4.5v11");
export const PlayIcon = createIcon("M6.5 4.5v11l9-5.5-9-5.5Z");
