import { double, oauthFailure, oauthTokens } from "../support/double.mjs";
import { installedArm } from "../support/installed.mjs";

const CLIENT = "bench";
const OWN_PAGE = "signs people up and in on the page of its provider";

export default installedArm("oidc-client-ts", "UserManager, WebStorageStateStore", {
  page: ({ api, origin }) => `
    import { UserManager, WebStorageStateStore } from "oidc-client-ts";
    const manager = new UserManager({
      authority: ${JSON.stringify(api)},
      client_id: "${CLIENT}",
      redirect_uri: ${JSON.stringify(`${origin}/oauth/callback`)},
      scope: "openid offline_access",
      automaticSilentRenew: true,
      userStore: new WebStorageStateStore({ store: window.localStorage }),
    });
    export const popup = () => manager.signinPopup({ popupAbortOnClose: true });
    export const firstState = manager.getUser().then((user) => user !== null);
    export const signIn = (username, password) => manager.signinResourceOwnerCredentials({ username, password });
    export const register = signIn;
    export const leave = () => manager.removeUser();
    export const token = async () => {
      const user = await manager.getUser();
      return (user.expired ? await manager.signinSilent() : user).access_token;
    };
  `,
  service: double((call) => {
    const { path, origin } = call;
    if (path === "/connect/token") return oauthTokens(call, origin, CLIENT);
    if (path.startsWith("/connect/authorize?")) return "<title>Sign in</title>";
    if (path !== "/.well-known/openid-configuration") return undefined;
    const [authorization, tokens] = [`${origin}/connect/authorize`, `${origin}/connect/token`];
    return { issuer: origin, authorization_endpoint: authorization, token_endpoint: tokens };
  }),
  refreshes: "/connect/token",
  failure: oauthFailure,
  remarks: {
    "closed-popup": "with `popupAbortOnClose`; without it, a closed popup is never noticed",
  },
  without: {
    "sign-up": OWN_PAGE,
    "sign-in": OWN_PAGE,
    popup: "shows a page of its provider in the popup, so the requests depend on that",
  },
});
