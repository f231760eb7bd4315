import { visuallyHidden } from "../../styles/layout.css.ts";
import { Spinner } from "../spinner/spinner.tsx";
import { pageSpinner } from "./page-spinner.css.ts";
import { pageSpinnerTexts } from "./page-spinner-texts.ts";

/** Stands in for a loading page, and shows a spinner only after a noticeable wait. */
export const PageSpinner = () => (
  <div className={pageSpinner} aria-busy="true">
    <Spinner />
    <span className={visuallyHidden}>{pageSpinnerTexts.loading}</span>
  </div>
);
