import { actions } from "../../styles/layout.css.ts";
import { Alert } from "../alert/alert.tsx";
import { SmallButton } from "../button/button.tsx";
import { popupNoticeTexts } from "./popup-notice-texts.ts";

export type PendingPopup = {
  providerName: string;
  /** Whether the page can no longer see the window, so that only the user knows whether it is open. */
  isSevered: boolean;
  focus?: (() => void) | undefined;
  cancel: () => void;
};

/** Shown while the page waits for another window. */
export function PopupNotice({ popup }: { popup: PendingPopup }) {
  const { providerName, isSevered, focus, cancel } = popup;
  return (
    <Alert tone="notice">
      <p>{isSevered ? popupNoticeTexts.severed(providerName) : popupNoticeTexts.waiting(providerName)}</p>
      <div className={actions}>
        {!isSevered && focus && <SmallButton onClick={focus} text={popupNoticeTexts.bringToFront} />}
        <SmallButton onClick={cancel} text={popupNoticeTexts.cancel} />
      </div>
    </Alert>
  );
}
