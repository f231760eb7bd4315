import { banner } from "./connection-banner.css.ts";
import { useNotice } from "./use-notice.ts";

/**
 * Confirms a sign-out on a public page, which stays visible. Each navigation mounts it again, which removes the
 * sentence.
 */
export function SignedOutBanner() {
  const notice = useNotice("signed-out");
  return notice && <div className={banner}>{notice.text}</div>;
}
