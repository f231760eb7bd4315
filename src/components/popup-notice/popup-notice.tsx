import { actions } from "../../styles/layout.css.ts";
import { Alert } from "../alert/alert.tsx";
import { Button } from "../button/button.tsx";

type PopupNoticeProps = {
  providerName: string;
  /** The page can no longer see the window: only the person knows whether it is still open. */
  isSevered: boolean;
  onFocus?: (() => void) | undefined;
  onCancel: () => void;
};

/** Said while another window is waited for. */
export function PopupNotice({ providerName, isSevered, onFocus, onCancel }: PopupNoticeProps) {
  return (
    <Alert tone="notice">
      <p>
        {isSevered
          ? `Go on in the ${providerName} window. If you have closed it, cancel here.`
          : `Go on in the ${providerName} window.`}
      </p>
      <div className={actions}>
        {!isSevered && onFocus && (
          <Button variant="secondary" size="sm" onClick={onFocus}>
            Bring to front
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Alert>
  );
}
