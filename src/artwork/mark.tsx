/** Four uprights and one stroke across, on a 32-unit square: a tally of five, and a bin with its lid up. */
export const MARK_PATH =
  "M1 6.07 31 2.17V5.8L1 9.7ZM3.2 11.41 6.8 10.95 9.6 30H6ZM10.5 10.47 14.1 10 15.1 30H11.5ZM17.9 9.5 21.5 9.04 20.5 30H16.9ZM25.2 8.55 28.8 8.09 26 30H22.4Z";

/** The company's mark in the color of the text around it. Decorative, because the name is written beside it. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
    <path d={MARK_PATH} />
  </svg>
);
