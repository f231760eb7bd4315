import { type ReactNode, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { Waiting } from "../components/waiting/waiting.tsx";
import { authPath } from "../paths.ts";
import { useSession } from "../stores/use-session.ts";

/** Shows a page only to somebody who is signed in; others are sent to sign in and come back. */
export function AccountGate({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (status !== "signed-out") return;
    const here = search === "" ? path : `${path}?${search}`;
    navigate(authPath("signin", here + window.location.hash), { replace: true });
  }, [status, path, search, navigate]);

  if (status === "signed-in") return children;
  return <Waiting />;
}
