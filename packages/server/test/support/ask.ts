import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { buffer } from "node:stream/consumers";

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };

/** A request with any header and path, and the response as on the wire: `fetch` changes both. */
export const ask = (url: string, options: RequestOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false, ...options }, async (response) => {
      const { statusCode: status, headers } = response;
      resolve({ status, headers, body: await buffer(response) });
    })
      .on("error", reject)
      .end();
  });
