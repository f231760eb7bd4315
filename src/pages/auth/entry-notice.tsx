import { Alert } from "../../components/alert/alert.tsx";
import { Link } from "../../components/link/link.tsx";
import { paths } from "../../config/paths.ts";
import { useNotice } from "../../identity/state/use-notice.ts";
import { useSession } from "../../identity/state/use-session.ts";
import { signOutReasonText } from "../../messages/sign-out-reason-texts.ts";
import { authTexts } from "./auth-texts.tsx";

/** Why the user was sent to this page. */
export function EntryNotice() {
  const session = useSession();
  const notice = useNotice("signed-out");
  if (notice) return <Alert tone={notice.tone}>{notice.text}</Alert>;
  if (session.status !== "signed-out" || session.reason === undefined) return null;
  return (
    <Alert tone="notice">
      <p>{signOutReasonText[session.reason]}</p>
      {session.reason === "user-disabled" && (
        <p>
          <Link href={paths.contact}>{authTexts.writeToUs}</Link>
        </p>
      )}
    </Alert>
  );
}
