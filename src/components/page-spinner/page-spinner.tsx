import { visuallyHidden } from "../../styles/utilities.css.ts";
import { Spinner } from "../spinner/spinner.tsx";
import { pageSpinner } from "./page-spinner.css.ts";

/** Stands where a page will be, and shows that it is waiting only once the wait can be felt. */
export function PageSpinner() {
  return (
    <div className={pageSpinner} aria-busy="true">
      <Spinner />
      <span className={visuallyHidden}>Loading</span>
    </div>
  );
}
