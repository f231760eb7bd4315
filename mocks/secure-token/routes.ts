import { createRouter } from "../http/router.ts";
import type { Service } from "../http/serve.ts";
import { parseBody } from "../http/wire.ts";
import type { World } from "../world.ts";
import { ExchangeBody, exchangeRefreshToken } from "./exchange-refresh-token.ts";

const HOST = "securetoken.googleapis.com";

export const secureToken: Service = {
  router: createRouter<World>([
    {
      method: "POST",
      path: "/v1/token",
      endpoint: "token",
      access: "key",
      run: (world, { fields }) => exchangeRefreshToken(world, parseBody(ExchangeBody, fields)),
    },
  ]),
  pathOf: (url) => url.href.slice(url.href.indexOf(HOST) + HOST.length).replace(/[?#].*$/, ""),
};
