import { Alert } from "../../components/alert/alert.tsx";
import { useSession } from "../../identity/use-session.ts";
import { signOutReasonText } from "../../messages/sign-out-reason-texts.ts";
import { useNotice } from "../../shell/use-notice.ts";

/** Why somebody finds themselves on this page who did not ask for it. */
export function EntryNotice() {
  const session = useSession();
  const notice = useNotice("signed-out");
  if (notice) return <Alert tone={notice.tone}>{notice.text}</Alert>;
  if (session.status !== "signed-out" || session.reason === undefined) return null;
  return <Alert tone="notice">{signOutReasonText[session.reason]}</Alert>;
}
