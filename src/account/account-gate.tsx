import { type ReactElement, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { PageOutline } from "../components/page-outline/page-outline.tsx";
import { Section } from "../components/section/section.tsx";
import { authPath } from "../config/paths.ts";
import { isSignedOutAt } from "../identity/client/sign-out.ts";
import { needsSignIn } from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/user-state.ts";
import { type Profile, useProfile } from "./profile.ts";

type AccountGateProps = {
  /** The page without data, in its HTML and until the session is known. */
  outline: ReactElement;
  children: (user: Profile) => ReactElement;
};

/** Shows a page only to a signed-in user; a visitor signs in and returns. Public pages do not load it. */
export function AccountGate({ outline, children }: AccountGateProps) {
  const session = useSession();
  const user = useProfile();
  const isOut = needsSignIn(session);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const isEnded = session.status === "signed-out" && session.reason !== undefined;
  useEffect(() => {
    if (!isOut) return;
    const here = search === "" ? path : `${path}?${search}`;
    // A user who signed out here or deleted the account has left this page permanently.
    const isLeft = !isEnded && isSignedOutAt(path);
    navigate(isLeft ? authPath("signin") : authPath("signin", here + window.location.hash), {
      replace: true,
    });
  }, [isOut, isEnded, path, search, navigate]);

  return user ? <Section padding="md">{children(user)}</Section> : <PageOutline>{outline}</PageOutline>;
}
