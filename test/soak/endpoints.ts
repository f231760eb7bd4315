/** The kinds of requests that the soak run treats differently. */
export type Endpoint = "token" | "sign-in" | "identity" | "documents" | "control" | "site";

/** The header with which the browser tells the proxy the number of a tab. The service does not get it. */
export const TAB_HEADER = "x-soak-tab";

export function endpointOf(method: string, url: string): Endpoint {
  if (url.startsWith("/securetoken.googleapis.com/")) return method === "POST" ? "token" : "identity";
  if (url.includes("accounts:signInWithPassword")) return "sign-in";
  if (url.startsWith("/identitytoolkit.googleapis.com/")) return "identity";
  if (url.startsWith("/google.firestore.v1.Firestore/") || url.startsWith("/v1/projects/"))
    return "documents";
  return url.startsWith("/__local/") ? "control" : "site";
}

/** The codes of the token endpoint that end a session. */
export const DEFINITE = ["TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN"];

/** A definite code in the response of a failed server: it must not end a session. */
export const MISLEADING = JSON.stringify({ error: { code: 503, message: "TOKEN_EXPIRED" } });

/** The page of a captive portal, with a status that looks good. */
export const PORTAL = "<!doctype html><title>Wi-Fi</title><p>Accept the terms to go online.";

/** The members of a JSON object; none for any other text. */
export function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Google's code in an error response, without its detail. */
export function codeOf(text: string): string {
  const { error } = parse(text);
  if (typeof error !== "object" || error === null || !("message" in error)) return "";
  return typeof error.message === "string" ? (error.message.split(" ")[0] ?? "") : "";
}
