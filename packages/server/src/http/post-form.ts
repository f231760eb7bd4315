import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { PostForm } from "@tallybin/identity-server/internal";

/** A token response has 3 kB. A larger one is not read: memory must not depend on another server. */
const MAX_ANSWER_LENGTH = 256 * 1024;
/** Shorter than any server keeps an idle connection. */
const IDLE_MS = 30_000;
const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  https: new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
};

/** Node's own client, because `fetch` costs four times its processor time, most of an exchange. */
export const postForm: PostForm = (url, form, options) =>
  sendForm(url, new URLSearchParams(form).toString(), options);

function sendForm(url: string, body: string, options: Parameters<PostForm>[2]): ReturnType<PostForm> {
  const isSecure = url.startsWith("https:");
  return new Promise((resolve, reject) => {
    const headers = {
      ...options.headers,
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      "content-length": Buffer.byteLength(body),
    };
    const init = { method: "POST", headers };
    const request: ClientRequest = isSecure
      ? requestHttps(url, { ...init, agent: agents.https })
      : requestHttp(url, { ...init, agent: agents.http });
    const timer = setTimeout(() => request.destroy(new Error("timeout")), options.timeoutMs);
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection just now, and has not seen the request.
      if (request.reusedSocket && error.code === "ECONNRESET")
        sendForm(url, body, options).then(resolve, reject);
      else reject(error);
    });
    request.on("response", (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("error", reject);
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER_LENGTH) response.destroy(new Error("the response is too large"));
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("close", () => clearTimeout(timer));
    request.end(body);
  });
}
