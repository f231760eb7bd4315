import type { Device } from "@tallybin/contract/device";
import type { JWTPayload } from "jose";

/** What happened to a session of an account. */
export type SessionChange = { uid: string } & (
  | {
      kind: "handed-over";
      /** The session's ID. */
      session: string;
      device: Device;
      /**
       * `signed-in` after a sign-in, `moved` if the browser kept this session until now, `renewed` if a change of the
       * account brought a session new tokens.
       */
      how: "signed-in" | "moved" | "renewed";
      /** The ID token of the handed-over session, already verified. */
      idToken: string;
      claims: JWTPayload;
      request: Request;
      /** The headers of the response, to which the application can add a cookie. */
      headers: Headers;
    }
  | { kind: "signed-out"; device: Device }
  /** Another session of the account ended this one. @param device the ended session's */
  | { kind: "ended"; device: Device; by: Device }
  /** The token service refused the session's token with this code, such as `TOKEN_EXPIRED` after a new password. */
  | { kind: "refused"; code: string }
  /** A page asked for the end of all sessions, because it has deleted the account. */
  | { kind: "account-deleted"; device: Device }
);

/** Runs before the response. A rejection goes to `onFault` and does not undo the session's change. */
export type OnSessionChange = (change: SessionChange) => Promise<void>;
