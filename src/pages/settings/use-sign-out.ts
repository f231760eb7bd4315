import { useState } from "react";
import { endSession } from "../../identity.ts";

/** Signs out in every tab; the guard of the page then leads away from it. */
export function useSignOut() {
  const [pending, setPending] = useState(false);
  const signOut = async (): Promise<void> => {
    setPending(true);
    try {
      await endSession();
    } finally {
      setPending(false);
    }
  };
  return { signOut, pending };
}
