import { createSign, generateKeyPairSync } from "node:crypto";
import type { LocalServices } from "../../mocks/local-services.ts";

export type Answer = {
  status: number;
  text: string;
  cookies?: readonly string[];
  headers?: Headers;
  /** Whether the browser itself has not got it. */
  isLost?: boolean;
};

const KID = "simulated";
/** Made once for each process. No event depends on it. */
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
/** What Google publishes for the check of its ID tokens. */
export const KEY_LIST = {
  keys: [{ ...publicKey.export({ format: "jwk" }), kid: KID, alg: "RS256", use: "sig" }],
};

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const SIGNED = encode({ alg: "RS256", kid: KID, typ: "JWT" });
const UNSIGNED = encode({ alg: "none", typ: "JWT" });
const TOKENS = new RegExp(String.raw`${SIGNED}\.([\w-]+)\.[\w-]+`, "g");

/** Whose refresh token a text is, by the format of the local services. */
export const uidIn = (refreshToken: string): string =>
  (JSON.parse(Buffer.from(refreshToken, "base64").toString() || "{}") as { localId?: string }).localId ?? "";

export type Google = ReturnType<typeof createGoogle>;

/**
 * The local services as Google. Two ID tokens of one account and one second are the same text, at Google too. The client
 * compares tokens as texts, and the simulation needs to tell them apart, so each gets a number.
 * @param isSigned whether a server verifies the tokens. The local services sign with Web Crypto, in another thread whose
 * end no seed decides, so their tokens are unsigned and get their signatures here.
 */
export function createGoogle(services: LocalServices, { isSigned }: { isSigned: boolean }) {
  let answers = 0;

  const sign = (claims: string): string => {
    const content = `${SIGNED}.${claims}`;
    return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey, "base64url")}`;
  };
  /** Numbers the ID token in a response. */
  const issue = (text: string): string => {
    answers += 1;
    return text.replace(
      /("id_?[tT]oken":\s*")([^".]+)\.([^".]+)\./,
      (_, start: string, header: string, claims: string) => {
        const decoded: object = JSON.parse(Buffer.from(claims, "base64url").toString());
        const numbered = encode({ ...decoded, number: answers });
        return start + (isSigned ? sign(numbered) : `${header}.${numbered}.`);
      },
    );
  };
  const ask = async (path: string, init: { method: string; headers: Headers; body: string }) => {
    const body = init.method === "GET" ? null : init.body.replace(TOKENS, `${UNSIGNED}.$1.`);
    const response = await services.handle(new Request(`http://localhost${path}`, { ...init, body }));
    return { status: response?.status ?? 404, text: issue((await response?.text()) ?? "") };
  };

  return {
    ask: (path: string, init: { method: string; headers: Headers; body: string }): Promise<Answer> =>
      ask(path, init),
    /** The response to an exchange, with the tokens of a user whose refresh token the request does not hold. */
    async mixUp(body: string): Promise<Answer> {
      const own = uidIn(new URLSearchParams(body).get("refresh_token") ?? "");
      const account = services.identity
        .accounts()
        .find(({ localId, disabled }) => !disabled && localId !== own);
      if (!account) return { status: 503, text: "" };
      const { idToken, refreshToken, expiresIn, uid } = await services.issueSession(account.localId);
      const answer = { id_token: idToken, refresh_token: refreshToken, expires_in: expiresIn, user_id: uid };
      return { status: 200, text: isSigned ? issue(JSON.stringify(answer)) : JSON.stringify(answer) };
    },
  };
}
