import { double, oauthFailure, oauthTokens } from "../support/double.mjs";
import { installedArm } from "../support/installed.mjs";

const CLIENT = "bench";
const OWN_PAGE = "signs people up and in on Auth0's page";

export default installedArm("@auth0/auth0-spa-js", "createAuth0Client", {
  page: ({ api }) => `
    import { createAuth0Client } from "@auth0/auth0-spa-js";
    const created = createAuth0Client({
      domain: ${JSON.stringify(api)},
      clientId: "${CLIENT}",
      useRefreshTokens: true,
      cacheLocation: "localstorage",
      authorizationParams: { audience: "bench-api" },
    });
    export const firstState = created.then((client) => client.isAuthenticated());
    export const signIn = async (email) =>
      (await created).loginWithCustomTokenExchange({
        subject_token: email,
        subject_token_type: "urn:bench:person",
        audience: "bench-api",
      });
    export const register = signIn;
    export const leave = async () => (await created).logout({ openUrl: false });
    export const popup = async () => (await created).loginWithPopup();
    export const token = async () => (await created).getTokenSilently();
  `,
  service: double((call) => {
    if (call.path.startsWith("/authorize?")) return "<title>Sign in</title>";
    return call.path === "/oauth/token" ? oauthTokens(call, `${call.origin}/`, CLIENT) : undefined;
  }),
  refreshes: "/oauth/token",
  failure: oauthFailure,
  without: {
    "sign-up": OWN_PAGE,
    "sign-in": OWN_PAGE,
    popup: "shows Auth0's page in the popup, so the requests depend on that",
  },
});
