import { spinner } from "./spinner.css.ts";

/** A visual sign of progress; for assistive technology, the text beside it or `aria-busy` says the same. */
export const Spinner = () => (
  <svg className={spinner} viewBox="0 0 20 20" fill="none" aria-hidden="true" focusable="false">
    <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
    <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
