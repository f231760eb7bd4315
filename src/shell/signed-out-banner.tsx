import { useNotice } from "../identity/state/use-notice.ts";
import { banner } from "./connection-banner.css.ts";

/**
 * Confirms a sign-out on a public page, which stays visible. Each navigation mounts it again, which removes the
 * sentence.
 */
export function SignedOutBanner() {
  const notice = useNotice("signed-out");
  return notice && <div className={banner}>{notice.text}</div>;
}
