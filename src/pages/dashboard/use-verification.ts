import { reload } from "@tallybin/identity";
import { useEffect } from "react";
import { identityClient } from "../../identity/client.ts";
import { sendVerificationMail } from "../../identity/verification-mail.ts";
import { verificationMail } from "../../identity/verification-mail-store.ts";

/** Whether the address is proved: sends the message again, and looks whenever the person comes back from their mail. */
export function useVerification(uid: string, isVerified: boolean) {
  const mail = verificationMail.useValue();
  useEffect(() => {
    if (isVerified) return undefined;
    const look = () => {
      if (document.visibilityState === "visible")
        identityClient()
          .then(reload)
          .catch(() => undefined); // the banner says what is wrong with the connection
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isVerified]);
  return { mail, send: () => void sendVerificationMail(uid) };
}
