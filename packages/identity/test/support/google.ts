import type { Call, Server } from "./browser.ts";
import { idToken, refreshToken } from "./tokens.ts";

/** A server that accepts everything, for one account. Tests wrap it to refuse. */
export const google =
  ({ sub = "alice", expiresIn = "3600" } = {}): Server =>
  (call: Call) => {
    if (call.path === "/v1/token") {
      return {
        body: {
          id_token: idToken({ sub }),
          refresh_token: refreshToken(sub),
          expires_in: expiresIn,
          user_id: sub,
        },
      };
    }
    if (call.path === "/v1/accounts:lookup") {
      return {
        body: { users: [{ localId: sub, email: `${sub}@example.com`, displayName: "From the lookup" }] },
      };
    }
    return { body: { localId: sub, idToken: idToken({ sub }), refreshToken: refreshToken(sub), expiresIn } };
  };
