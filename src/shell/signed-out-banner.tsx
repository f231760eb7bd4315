import { banner } from "./connection-banner.css.ts";
import { useNotice } from "./use-notice.ts";

/**
 * Confirms a sign-out on a public page, which stays visible. Mounted anew at each arrival, which removes the
 * sentence.
 */
export function SignedOutBanner() {
  const notice = useNotice("signed-out");
  return notice && <div className={banner}>{notice.text}</div>;
}
