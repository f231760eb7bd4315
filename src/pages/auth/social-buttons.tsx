import { providerIds, providerOf } from "@tallybin/contract/providers";
import { PopupNotice } from "../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import { siteConfig } from "../../config/site-config.ts";
import type { Elements } from "../../lib/elements.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";
import type { SignIn } from "./use-sign-in.ts";

type SocialButtonsProps = { type: "signup" | "signin"; signIn: SignIn; children: Elements };

/** Only the button of the running sign-in is busy, so the user can try another service. */
export function SocialButtons({ type, signIn, children }: SocialButtonsProps) {
  const { collision, lastUsed, popup, social } = signIn;
  const only = collision?.providers ?? providerIds;
  // The prerendered page has all services: the server's `data-without` hides those that are not configured.
  const isHydrated = useHydrated();
  const configured = isHydrated ? siteConfig().providers : providerIds;
  const shown = providerIds.filter((provider) => only.includes(provider) && configured.includes(provider));
  if (shown.length === 0) return null;
  return (
    <div className={styles.social} data-offer="social">
      {collision?.offersPassword !== false && (
        <p className={styles.divider}>
          <span>{authTexts.or}</span>
        </p>
      )}
      {shown.map((provider) => (
        <SocialButton
          key={provider}
          icon={provider}
          text={authTexts.socialButton[type](providerOf(provider).name)}
          busy={popup?.provider === provider}
          isLastUsed={provider === lastUsed}
          offer={provider}
          onClick={() => void social.start({ provider })}
        />
      ))}
      {/* The notice and the failure are below all buttons, so that no other button moves under the pointer. */}
      {popup && <PopupNotice popup={popup} />}
      {children}
    </div>
  );
}
