import { IdentityError, type IdentityErrorCode, signInWithPassword, signUp } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../identity.ts";
import type { AuthType } from "../../paths.ts";
import type { AuthValues } from "./auth-form.ts";

export type AuthOutcome = { attempt: number } & (
  | { status: "idle" }
  | { status: "busy" }
  | { status: "done" }
  | { status: "failed"; code: IdentityErrorCode }
);

/** What each form asks of the identity service. */
async function authenticate(type: AuthType, { email, pass }: AuthValues): Promise<void> {
  const identity = await identityClient();
  switch (type) {
    case "signup":
      await signUp(identity, { email, password: pass });
      return;
    case "signin":
      await signInWithPassword(identity, { email, password: pass });
      return;
    case "forgotpass":
    case "changepass":
      // Issue 7 brings these; the service would say the same of a project without mail.
      throw new IdentityError("operation-not-allowed");
  }
}

/** Sends one form at a time. Each attempt has a number, so that the same failure twice is announced twice. */
export function useAuthenticate(type: AuthType) {
  const [outcome, setOutcome] = useState<AuthOutcome>({ status: "idle", attempt: 0 });
  const submit = async (values: AuthValues): Promise<void> => {
    const attempt = outcome.attempt + 1;
    setOutcome({ status: "busy", attempt });
    try {
      await authenticate(type, values);
      setOutcome({ status: "done", attempt });
    } catch (error) {
      // Not from the client: its own chunk could not be fetched.
      const code = error instanceof IdentityError ? error.code : "network-request-failed";
      setOutcome({ status: "failed", attempt, code });
    }
  };
  return { outcome, submit };
}
