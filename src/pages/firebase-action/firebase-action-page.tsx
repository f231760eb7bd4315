import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { Alert } from "../../components/alert/alert.tsx";
import { Section } from "../../components/section/section.tsx";
import { Waiting } from "../../components/waiting/waiting.tsx";
import { stack } from "../../styles/layout.css.ts";

/** Where the links in our mails lead. */
export function FirebaseActionPage() {
  const parameters = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const mode = parameters.get("mode");
  const oobCode = parameters.get("oobCode") ?? "";
  useEffect(() => {
    if (mode === "resetPassword")
      navigate(`/auth/changepass?oobCode=${encodeURIComponent(oobCode)}`, { replace: true });
  }, [mode, oobCode, navigate]);

  if (mode === "resetPassword") return <Waiting />;
  return (
    <Section padding="lg">
      <div className={stack}>
        <h1>Your account</h1>
        <Alert tone="error">Invalid mode parameter</Alert>
      </div>
    </Section>
  );
}
