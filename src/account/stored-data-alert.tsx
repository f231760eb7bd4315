import { Alert } from "../components/alert/alert.tsx";
import { Button } from "../components/button/button.tsx";
import { accountTexts } from "./account-texts.ts";
import { retryStoredUser } from "./document-actions.ts";
import { storedUser } from "./stored-user-store.ts";

/** Shown while the stored document cannot be read; disappears when it can. */
export function StoredDataAlert() {
  const stored = storedUser.useValue();
  const trouble = stored.status === "failed" || stored.status === "loading" ? stored.error : undefined;
  const isUnfetched = stored.status === "unfetched";
  // Without a token there was no request to the documents; the connection banner reports the sign-in outage.
  if (!isUnfetched && (trouble === undefined || trouble.code === "token-unavailable")) return null;
  return (
    <Alert tone="error">
      <p>{isUnfetched ? accountTexts.unreachable : accountTexts.unreadable}</p>
      <div>
        <Button variant="secondary" onClick={retryStoredUser}>
          {accountTexts.tryAgain}
        </Button>
      </div>
    </Alert>
  );
}
