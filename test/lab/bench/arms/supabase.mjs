import { randomUUID } from "node:crypto";
import { double, LIFETIME_S, token } from "../support/double.mjs";
import { installedArm } from "../support/installed.mjs";

export default installedArm("@supabase/auth-js", "AuthClient", {
  page: ({ api }) => `
    import { AuthClient } from "@supabase/auth-js";
    const client = new AuthClient({ url: ${JSON.stringify(api)}, autoRefreshToken: true, persistSession: true });
    const checked = async (call) => {
      const { data, error } = await call;
      if (error) throw error;
      return data;
    };
    export const firstState = client.getSession().then(({ data }) => data.session !== null);
    export const register = (email, password) => checked(client.signUp({ email, password }));
    export const signIn = (email, password) => checked(client.signInWithPassword({ email, password }));
    export const leave = () => client.signOut({ scope: "local" });
    export const token = async () => (await checked(client.getSession())).session.access_token;
  `,
  service: double(({ path, fields, seconds }) => {
    if (path.startsWith("/logout")) return {};
    if (!path.startsWith("/signup") && !path.startsWith("/token?")) return undefined;
    const email = fields["email"] ?? fields["refresh_token"]?.replace(/^[^:]*:/, "") ?? "";
    const user = { id: email, aud: "authenticated", role: "authenticated", email, created_at: "2026-01-01" };
    const exp = seconds + LIFETIME_S;
    return {
      access_token: token({ sub: email, iat: seconds, exp }),
      token_type: "bearer",
      expires_in: LIFETIME_S,
      expires_at: exp,
      refresh_token: `${randomUUID()}:${email}`,
      user: { ...user, app_metadata: {}, user_metadata: {} },
    };
  }),
  refreshes: "/token?grant_type=refresh_token",
  failure: (status, code) => ({ code: status, error_code: code.toLowerCase(), msg: code }),
  without: {
    popup: "has no sign-in in a popup",
    "closed-popup": "has no sign-in in a popup",
  },
});
