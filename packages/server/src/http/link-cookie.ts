import { cookieValueIn, setCookieHeaderOf } from "@tallybin/identity-server/internal";
import type { ApiCall, ApiContext } from "./context.ts";

/** The cookie lives from the click on a mail's link to the press on the page's button. */
const COOKIE_SECONDS = 15 * 60;

/**
 * The token of a mailed link, moved from the address of the server's page into a cookie, so that no history and no
 * referrer keeps it.
 * @param path the page's own path
 */
export const createLinkCookie = (name: string, path: string) => {
  const createHeader = ({ config }: ApiContext, value: string, seconds: number): string =>
    setCookieHeaderOf(config.public.origin, { name, value, seconds, sameSite: "Lax" });
  return {
    /** @param token only characters that a cookie allows */
    moveToken: (context: ApiContext, token: string): Response =>
      new Response(null, {
        status: 303,
        headers: {
          location: path,
          "set-cookie": createHeader(context, token, COOKIE_SECONDS),
          "cache-control": "no-store",
        },
      }),
    tokenIn: ({ config }: ApiContext, { request }: ApiCall): string =>
      cookieValueIn(request, config.public.origin, name) ?? "",
    /** Adds the cookie's removal to a response. */
    dropToken(context: ApiContext, response: Response): Response {
      response.headers.append("set-cookie", createHeader(context, "", 0));
      return response;
    },
  };
};
