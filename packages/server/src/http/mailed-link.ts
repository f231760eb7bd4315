import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValueIn, setCookieHeaderOf } from "@tallybin/identity-server/http/session-cookie";
import type { ApiCall, ApiContext } from "./context.ts";

/** The first secret signs; the others verify the links of mails that were sent before a rotation. */
export type LinkSecrets = readonly [string, ...string[]];

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * A link of the server's mails. Its token is a row's ID, which reveals no personal data, and its signature for one action.
 * The token never expires, because a mail may be opened years later.
 */
const createSignedLink = (action: string, path: string) => {
  const signId = (secret: string, id: string): string =>
    createHmac("sha256", secret).update(`${action}\0${id}`).digest("base64url");
  return {
    path,
    url: (origin: string, [secret]: LinkSecrets, id: string): string =>
      `${origin}${path}?token=${id}.${signId(secret, id)}`,
    /** The ID of a token that this server has signed; undefined for anything else. */
    idOf(secrets: LinkSecrets, token: string): string | undefined {
      const [, id = "", signature = ""] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature);
      const isSigned = secrets.some((secret) => {
        const expected = Buffer.from(signId(secret, id));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isSigned ? id : undefined;
    },
  };
};

export const unsubscribeLink = createSignedLink("unsubscribe", "/api/newsletter/unsubscribe");
/** "This wasn't me", in the mail about a new browser. */
export const notMeLink = createSignedLink("not-me", "/api/account/not-me");

/** The cookie lives from the click on a mail's link to the press on the page's button. */
const COOKIE_SECONDS = 15 * 60;

/** The token of a mailed link, moved from the page's address into a cookie, so that no history and no referrer keeps it. */
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
    dropToken(context: ApiContext, response: Response): Response {
      response.headers.append("set-cookie", createHeader(context, "", 0));
      return response;
    },
  };
};
