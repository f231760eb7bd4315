import { PopupNotice } from "../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import type { OpenPopup } from "../../identity/use-popup.ts";
import { PROVIDERS, type ProviderId, providerNames } from "../../providers.ts";
import { siteConfig } from "../../site-config.ts";
import * as styles from "./auth-page.css.ts";

type SocialButtonsProps = {
  action: "Sign in" | "Sign up";
  /** Which ones to show, of those that are configured. */
  only?: readonly ProviderId[];
  lastUsed: ProviderId | undefined;
  popup: OpenPopup | undefined;
  onChoose: (provider: ProviderId) => void;
};

/** The other services somebody can come in through. Only the one in progress is busy: another may be tried. */
export function SocialButtons({ action, only = PROVIDERS, lastUsed, popup, onChoose }: SocialButtonsProps) {
  const configured = siteConfig().providers;
  const shown = PROVIDERS.filter((provider) => only.includes(provider) && configured.includes(provider));
  if (shown.length === 0) return null;
  return (
    <div className={styles.social}>
      <p className={styles.divider}>
        <span>or</span>
      </p>
      {popup && (
        <PopupNotice
          providerName={popup.providerName}
          isSevered={popup.isSevered}
          onFocus={popup.focus}
          onCancel={popup.cancel}
        />
      )}
      {shown.map((provider) => (
        <SocialButton
          key={provider}
          provider={provider}
          text={`${action} with ${providerNames[provider]}`}
          busy={popup?.provider === provider}
          isLastUsed={provider === lastUsed}
          onClick={() => onChoose(provider)}
        />
      ))}
    </div>
  );
}
