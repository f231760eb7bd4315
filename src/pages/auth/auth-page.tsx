import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { parseNext } from "../../config/next-path.ts";
import type { PageName } from "../../config/paths.ts";
import { useSession } from "../../identity/state/use-session.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { ChangePassword } from "./change-password.tsx";
import { ForgotPassword } from "./forgot-password.tsx";
import { SignIn } from "./sign-in.tsx";

export function AuthPage({ name }: { name?: PageName }) {
  const search = useSearch();
  // One prerendered page serves every `next`.
  const next = parseNext(useHydrated() ? new URLSearchParams(search).get("next") : null);
  switch (name) {
    case "forgotpass":
      return <ForgotPassword next={next} />;
    case "changepass":
      return <ChangePassword next={next} />;
    default:
      return <WayIn type={name === "signin" ? name : "signup"} next={next} />;
  }
}

function WayIn({ type, next }: { type: "signup" | "signin"; next: string }) {
  const session = useSession();
  const [, navigate] = useLocation();
  // A sign-in that still has work to do, such as linking, keeps the page until it is done.
  const [isHeld, setHeld] = useState(false);
  const isIn = session.status === "signed-in";
  const goesOn = isIn && !isHeld;
  useEffect(() => {
    if (goesOn) navigate(next, { replace: true });
  }, [goesOn, next, navigate]);

  // Show the form before storage is read: on a slow connection, most visitors of this page would wait for the few who
  // are signed in already.
  if (goesOn) return <PageSpinner />;
  return <SignIn type={type} next={next} onHold={setHeld} />;
}
