import { Button } from "../../components/button/button.tsx";
import { Section } from "../../components/section/section.tsx";
import { useSession } from "../../stores/use-session.ts";
import { card, stack } from "../../styles/layout.css.ts";
import { useSignOut } from "./use-sign-out.ts";

export function SettingsPage() {
  const session = useSession();
  const { signOut, pending } = useSignOut();
  if (session.status !== "signed-in") return null;
  return (
    <Section padding="md">
      <div className={stack}>
        <h1>Settings</h1>
        <section className={card} aria-labelledby="account">
          <h2 id="account">Account</h2>
          <p>{session.user.email ?? session.user.phoneNumber}</p>
          <p>
            <Button
              variant="secondary"
              busy={pending}
              onClick={() => {
                void signOut();
              }}
            >
              Sign out
            </Button>
          </p>
        </section>
      </div>
    </Section>
  );
}
