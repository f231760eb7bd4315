import { type ProviderId, providerIds, providerOf } from "@tallybin/contract/providers";
import { PopupNotice } from "../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import { siteConfig } from "../../config/site-config.ts";
import type { LastMethod } from "../../identity/methods/last-used-provider.ts";
import type { OpenPopup } from "../../identity/methods/use-popup.ts";
import type { Elements } from "../../lib/elements.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

type SocialButtonsProps = {
  textFor: (providerName: string) => string;
  /** The configured services that are shown. */
  only?: readonly ProviderId[];
  lastUsed: LastMethod | undefined;
  popup: OpenPopup | undefined;
  /** The last attempt's failure. */
  children: Elements;
  onChoose: (provider: ProviderId) => void;
  /** Whether a form is above the buttons. */
  isAlternative: boolean;
};

/** Only the button of the running sign-in is busy, so the user can try another service. */
export function SocialButtons(props: SocialButtonsProps) {
  const { textFor, only = providerIds, lastUsed, popup, children, onChoose, isAlternative } = props;
  // The prerendered page has all services: the server's `data-without` hides those that are not configured.
  const isHydrated = useHydrated();
  const configured = isHydrated ? siteConfig().providers : providerIds;
  const shown = providerIds.filter((provider) => only.includes(provider) && configured.includes(provider));
  if (shown.length === 0) return null;
  return (
    <div className={styles.social} data-offer="social">
      {isAlternative && (
        <p className={styles.divider}>
          <span>{authTexts.or}</span>
        </p>
      )}
      {shown.map((provider) => (
        <SocialButton
          key={provider}
          icon={provider}
          text={textFor(providerOf(provider).name)}
          busy={popup?.provider === provider}
          isLastUsed={provider === lastUsed}
          offer={provider}
          onClick={() => onChoose(provider)}
        />
      ))}
      {/* The notice and the failure are below all buttons, so that no other button moves under the pointer. */}
      {popup && <PopupNotice popup={popup} />}
      {children}
    </div>
  );
}
