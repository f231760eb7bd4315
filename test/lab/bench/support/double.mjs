import { randomUUID } from "node:crypto";

/**
 * @typedef {object} Call
 * @property {string} path with the query
 * @property {Record<string, string>} fields of the body, JSON or form
 * @property {string} origin of the service, as the page calls it
 * @property {number} seconds the time of the services
 */

/** @typedef {(facts: { page: string, now: () => number }) => import("node:http").RequestListener} Service */

/** Allows calls from any page, with cookies. @param {string | undefined} origin of the page */
export const corsHeaders = (origin) => ({
  "access-control-allow-origin": origin ?? "*",
  "access-control-allow-credentials": "true",
});

/** @param {import("node:http").RequestListener} listener @returns {import("node:http").RequestListener} */
export const withCors = (listener) => (request, response) => {
  const { origin, "access-control-request-headers": asked } = request.headers;
  for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
  if (request.method !== "OPTIONS") return listener(request, response);
  response.setHeader("access-control-allow-methods", "GET, POST, PUT, DELETE");
  response.setHeader("access-control-allow-headers", asked ?? "");
  response.setHeader("access-control-max-age", "600");
  response.writeHead(204).end();
};

/** @param {import("node:http").IncomingMessage} request @returns {Promise<Record<string, string>>} */
async function fieldsOf(request) {
  let text = "";
  for await (const part of request) text += part;
  if (text === "") return {};
  return request.headers["content-type"]?.includes("json")
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}

/**
 * A local double of a library's own service, with only the endpoints that the rows need.
 * @param {(call: Call) => object | string | undefined} answer a page if it is a text; undefined for a path that the
 * service does not have
 * @returns {Service}
 */
export const double =
  (answer) =>
  ({ now }) =>
  async (request, response) => {
    const body = answer({
      path: request.url ?? "/",
      fields: await fieldsOf(request),
      origin: `http://${request.headers.host}`,
      seconds: Math.floor(now() / 1000),
    });
    const isPage = typeof body === "string";
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": isPage ? "text/html" : "application/json",
    });
    response.end(isPage ? body : JSON.stringify(body ?? {}));
  };

const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of the shape that clients decode. No client in this run verifies signatures. @param {object} claims */
export const token = (claims) =>
  `${part({ alg: "RS256", typ: "JWT" })}.${part({ jti: randomUUID(), ...claims })}.${part({})}`;

export const LIFETIME_S = 3600;

/**
 * The answer of an OAuth token endpoint to any grant. Its refresh token names the user and can be used again.
 * @param {Call} call @param {string} issuer @param {string} client
 */
export function oauthTokens({ fields, seconds }, issuer, client) {
  const sub = fields["refresh_token"] ?? fields["username"] ?? fields["subject_token"] ?? "";
  const times = { iat: seconds, exp: seconds + LIFETIME_S };
  return {
    access_token: token({ sub, ...times }),
    id_token: token({ sub, iss: issuer, aud: client, ...times }),
    refresh_token: sub,
    token_type: "Bearer",
    expires_in: LIFETIME_S,
    scope: fields["scope"] ?? "openid profile email offline_access",
  };
}

/** The body of an OAuth error. @param {number} _status @param {string} code */
export const oauthFailure = (_status, code) => ({ error: code.toLowerCase(), error_description: code });
