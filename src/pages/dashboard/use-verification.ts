import { reload } from "@tallybin/identity";
import { useEffect } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { sendVerificationMail, verificationMail } from "../../identity/client/verification-mail.ts";

/** Whether the address is verified. Resends the message, and checks again whenever the user returns from their mail. */
export function useVerification(uid: string, isVerified: boolean) {
  const mail = verificationMail.useValue();
  useEffect(() => {
    if (isVerified) return undefined;
    const checkVerification = () => {
      if (document.visibilityState === "visible")
        identityClient()
          .then(reload)
          .catch(() => undefined); // the banner reports the connection problem
    };
    window.addEventListener("focus", checkVerification);
    document.addEventListener("visibilitychange", checkVerification);
    return () => {
      window.removeEventListener("focus", checkVerification);
      document.removeEventListener("visibilitychange", checkVerification);
    };
  }, [isVerified]);
  return { mail, send: () => void sendVerificationMail(uid) };
}
