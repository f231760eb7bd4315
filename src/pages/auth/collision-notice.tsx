import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { authTexts } from "./auth-texts.tsx";
import type { Collision } from "./collision.ts";

/** Offers to sign in with the known method, and to add the new one. */
export function CollisionNotice({ collision, onDismiss }: { collision: Collision; onDismiss: () => void }) {
  const { email, providerName } = collision;
  return (
    <Alert tone="notice" isAnswer>
      <p>{authTexts.collision(email, providerName)}</p>
      <div>
        <Button variant="secondary" size="sm" onClick={onDismiss}>
          {authTexts.doNotLink(providerName)}
        </Button>
      </div>
    </Alert>
  );
}
