import type { ServiceContext } from "../core/service-context.ts";
import { createRouter } from "../http/router.ts";
import { parseBody } from "../http/wire.ts";
import type { Service } from "../serving/serve.ts";
import { ExchangeBody, exchangeRefreshToken } from "./exchange-refresh-token.ts";

const HOST = "securetoken.googleapis.com";

export const secureToken: Service = {
  router: createRouter<ServiceContext>([
    {
      method: "POST",
      path: "/v1/token",
      endpoint: "token",
      access: "key only",
      run: (context, { fields }) => exchangeRefreshToken(context, parseBody(ExchangeBody, fields)),
    },
  ]),
  pathOf: (url) => url.href.slice(url.href.indexOf(HOST) + HOST.length).replace(/[?#].*$/, ""),
};

/** The keys that verify ID tokens, at the path of Google's. */
export const publicKeys: Service = {
  router: createRouter<ServiceContext>([
    {
      method: "GET",
      path: "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
      endpoint: "jwks",
      access: "open",
      run: ({ keys }) => keys.jwks(),
    },
  ]),
  pathOf: ({ pathname }) => pathname.replace(/^\/www\.googleapis\.com/, "").replaceAll("%40", "@"),
};
