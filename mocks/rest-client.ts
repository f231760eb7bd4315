import * as v from "valibot";

/** A response's JSON. Untyped, so that tests can read any field without a cast. */
// biome-ignore lint/suspicious/noExplicitAny: a type for each response would repeat the API that the tests check
export type RestAnswer = Record<string, any> & {
  /** 0 without a response. */
  status: number;
  /** Google's code if the response is an error: `EMAIL_EXISTS`. */
  word: string | undefined;
};

type Services = {
  projectId: string;
  handle(request: Request): Promise<Response | undefined>;
};

const HOST = "/identitytoolkit.googleapis.com";
const Refusal = v.object({ error: v.object({ message: v.string() }) });
const Json = v.fallback(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), {});

/** The hidden fields of a page that posts its answer. */
const parsePostedForm = (page: string): URLSearchParams =>
  new URLSearchParams(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll("&quot;", '"'),
    ]),
  );

/**
 * A client for plain requests, for tests of the wire format. Each function makes one call, without retries. Never
 * throws: `status` and `word` tell a server's error, and status 0 that there was no response.
 * @param services the local services, or any other object with a `handle`
 * @param key the API key, which may name a world
 */
export function createRestClient(services: Services, key = "any-key") {
  const origin = "http://localhost";
  const sendRequest = async (path: string, init: RequestInit): Promise<RestAnswer> => {
    const response = await services.handle(new Request(new URL(path, origin), init));
    if (!response) throw new Error(`The local services have nothing at ${path}.`);
    if (response.type === "error") return { status: 0, word: undefined };
    const body = v.parse(Json, await response.text());
    const word = v.is(Refusal, body) ? body.error.message.split(" : ")[0] : undefined;
    return { ...body, status: response.status, word };
  };
  const postJson = (path: string, fields: object, headers: Record<string, string> = {}) =>
    sendRequest(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(fields),
    });
  const callIdentityToolkit = (path: string, fields: object) =>
    postJson(`${HOST}/${path}?key=${key}`, fields);

  return {
    accounts: (method: string, fields: object) => callIdentityToolkit(`v1/accounts:${method}`, fields),
    signUp: (email: string, password: string) =>
      callIdentityToolkit("v1/accounts:signUp", { email, password, returnSecureToken: true }),
    signIn: (email: string, password: string | undefined) =>
      callIdentityToolkit("v1/accounts:signInWithPassword", { email, password, returnSecureToken: true }),
    lookup: (idToken: string) => callIdentityToolkit("v1/accounts:lookup", { idToken }),
    sendOobCode: (fields: object) => callIdentityToolkit("v1/accounts:sendOobCode", fields),
    resetPassword: (oobCode: string | undefined, newPassword?: string) =>
      callIdentityToolkit("v1/accounts:resetPassword", { oobCode, newPassword }),
    finalizeMfa: (fields: object) => callIdentityToolkit("v2/accounts/mfaSignIn:finalize", fields),
    passkey: (method: string, fields: object) => callIdentityToolkit(`v2/accounts/${method}`, fields),
    refresh: (refreshToken: string) =>
      sendRequest(`/securetoken.googleapis.com/v1/token?key=${key}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }).toString(),
      }),
    /** A method of `accounts` as an administrator. */
    admin: (method: string, fields: object) =>
      postJson(`${HOST}/v1/projects/${services.projectId}/accounts:${method}`, fields, {
        authorization: "Bearer owner",
      }),
    /** Begins a sign-in with a provider, chooses a person on its consent page, and sends the response. */
    signInAtConsentPage: async (providerId: string, sub: string): Promise<RestAnswer> => {
      const continueUri = `${origin}/callback`;
      const { authUri, sessionId } = await callIdentityToolkit("v1/accounts:createAuthUri", {
        providerId,
        continueUri,
      });
      const { searchParams } = new URL(authUri);
      const state = searchParams.get("state") ?? searchParams.get("oauth_token") ?? "";
      const body = new URLSearchParams({ state, choice: "allow", sub });
      const response = await services.handle(new Request(authUri, { method: "POST", body }));
      const location = response?.headers.get("location");
      return callIdentityToolkit("v1/accounts:signInWithIdp", {
        requestUri: location ?? continueUri,
        ...(!location && { postBody: parsePostedForm((await response?.text()) ?? "").toString() }),
        sessionId,
        returnSecureToken: true,
      });
    },
  };
}
export type RestClient = ReturnType<typeof createRestClient>;
