import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import type { Collision } from "./collision.ts";

/** Offers to sign in with the known method, and to add the new one. */
export function CollisionNotice({ collision, onDismiss }: { collision: Collision; onDismiss: () => void }) {
  const { email, providerName } = collision;
  return (
    <Alert tone="notice" isAnswer>
      <p>
        There is already an account {email ? `for ${email}` : "with this email address"}. Sign in the way you
        did before, and {providerName} will be linked to it.
      </p>
      <div>
        <Button variant="secondary" size="sm" onClick={onDismiss}>
          Do not link {providerName}
        </Button>
      </div>
    </Alert>
  );
}
