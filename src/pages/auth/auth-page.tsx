import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { parseNext } from "../../config/next-path.ts";
import type { AuthType } from "../../config/paths.ts";
import { useSession } from "../../identity/use-session.ts";
import { ChangePassword } from "./change-password.tsx";
import { ForgotPassword } from "./forgot-password.tsx";
import { SignIn } from "./sign-in.tsx";

/** The four ways in, by one form each. */
export function AuthPage({ authType = "signup" }: { authType?: AuthType }) {
  const next = parseNext(new URLSearchParams(useSearch()).get("next"));
  switch (authType) {
    case "signup":
    case "signin":
      return <WayIn type={authType} next={next} />;
    case "forgotpass":
      return <ForgotPassword next={next} />;
    case "changepass":
      return <ChangePassword next={next} />;
  }
}

function WayIn({ type, next }: { type: "signup" | "signin"; next: string }) {
  const session = useSession();
  const [, navigate] = useLocation();
  // A sign-in that still has something to do, such as linking, keeps the page until it is done.
  const [isHeld, setHeld] = useState(false);
  const isIn = session.status === "signed-in";
  const goesOn = isIn && !isHeld;
  useEffect(() => {
    if (goesOn) navigate(next, { replace: true });
  }, [goesOn, next, navigate]);

  // Somebody who is signed in never sees the form, not even while storage is still being read.
  if (goesOn || (session.status === "unknown" && session.reason === undefined)) return <PageSpinner />;
  return <SignIn type={type} next={next} onHold={setHeld} />;
}
