import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import type { Collision } from "./collision.ts";

/** Offers to sign in the way that is known, and to add the new one to it. */
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
