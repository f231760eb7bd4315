import { ApiError } from "@tallybin/identity-server/errors/errors";
import { readForm } from "@tallybin/identity-server/http/read-json";

/** Where sign-in providers return to. */
export const CALLBACK_PATH = "/oauth/callback";

/**
 * The callback page with a response that the provider has posted (`form_post`, as Apple does), because a script cannot
 * read the body of its page's request. Encoded form fields contain no sign of HTML but `&`.
 * @param page that page's HTML
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export async function servePostedResponse(page: string, request: Request): Promise<Response> {
  try {
    const posted = String(await readForm(request)).replaceAll("&", "&amp;");
    const html = page.replace("<head>", () => `<head><meta name="oauth-response" content="${posted}">`);
    return new Response(html, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return new Response(`${error.message}\n`, { status: error.status });
  }
}
