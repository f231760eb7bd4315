import { endSession } from "./client.ts";
import { sessionStore } from "./session-store.ts";
import { leavingStore } from "./sign-out-store.ts";

/**
 * Signs out. Where that cannot be done, its code being out of reach, the person has to know: on a shared computer
 * nothing else matters as much.
 */
export function leave(): void {
  leavingStore.setState({ hasFailed: false });
  endSession().catch(() =>
    leavingStore.setState({ hasFailed: sessionStore.getState().status === "signed-in" }),
  );
}
