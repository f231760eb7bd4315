import { Button } from "../../components/button/button.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../paths.ts";
import { useSession } from "../../stores/use-session.ts";
import { card, stack } from "../../styles/layout.css.ts";

export function DashboardPage() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  const { displayName, email } = session.user;
  return (
    <Section padding="md">
      <div className={stack}>
        <h1>{displayName ? `Hello, ${displayName}` : "Hello"}</h1>
        {email && <p>Signed in as {email}</p>}
        <section className={card} aria-labelledby="devices">
          <h2 id="devices">Devices</h2>
          <p>No devices report to this account yet. Once we have installed one, its findings appear here.</p>
          <p>
            <Button href={paths.contact} variant="secondary">
              Talk to us about an installation
            </Button>
          </p>
        </section>
      </div>
    </Section>
  );
}
