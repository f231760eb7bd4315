import { type ReactNode, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { PageSpinner } from "../components/page-spinner/page-spinner.tsx";
import { authPath } from "../config/paths.ts";
import { needsSignIn } from "../identity/session-store.ts";
import { useSession } from "../identity/use-session.ts";

/** Shows a page only to somebody who is signed in; others are sent to sign in and come back. */
export function AccountGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const isOut = needsSignIn(session);
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (!isOut) return;
    const here = search === "" ? path : `${path}?${search}`;
    navigate(authPath("signin", here + window.location.hash), { replace: true });
  }, [isOut, path, search, navigate]);

  if (session.status === "signed-in") return children;
  return <PageSpinner />;
}
