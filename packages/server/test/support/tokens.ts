import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const TOKEN_PROJECT = "tallybin-example";
export const KEYS_URL = "https://keys.example/jwks";

/** Claims of a forged token: any value, or none. */
export type Claims = Record<string, unknown>;

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };

/** A token service: signs ID tokens as Google's does and publishes its keys. */
export async function createTokenService() {
  const make = async (kid: string): Promise<Key> => ({
    ...(await generateKeyPair("RS256", { extractable: true })),
    kid,
  });
  let keys = [await make("key-1")];
  const dated = (response: Response): Response => {
    if (!response.headers.has("date")) response.headers.set("date", new Date().toUTCString());
    return response;
  };
  let answer: () => Response | Promise<Response> = async () =>
    Response.json({
      keys: await Promise.all(
        keys.map(async ({ publicKey, kid }) => ({
          ...(await exportJWK(publicKey)),
          kid,
          alg: "RS256",
          use: "sig",
        })),
      ),
    });
  const working = answer;
  let fetched = 0;
  return {
    get fetched() {
      return fetched;
    },
    fetchKeys: async (): Promise<Response> => {
      fetched++;
      return dated(await answer());
    },
    /** Replaces the response of the key address permanently. */
    answerWith(next: (() => Response | Promise<Response>) | undefined) {
      answer = next ?? working;
    },
    async rotate() {
      keys = [await make(`key-${keys.length + 1}-${Math.random()}`), ...keys.slice(0, 1)];
    },
    /** The normal response of the key address. */
    list: () => working(),
    signingKey: () => keys[0] as Key,
    /** A valid ID token, except for the given changes. */
    async sign(
      changes: Claims = {},
      header: { alg?: string; kid?: string | undefined; typ?: string } = {},
      key?: Key,
    ) {
      const at = Math.floor(Date.now() / 1000);
      const { privateKey, kid } = key ?? (keys[0] as Key);
      const claims = {
        iss: `https://securetoken.google.com/${TOKEN_PROJECT}`,
        aud: TOKEN_PROJECT,
        sub: "uid-of-alice",
        iat: at - 10,
        auth_time: at - 10,
        exp: at + 3600,
        ...changes,
      };
      return new SignJWT(
        Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)),
      )
        .setProtectedHeader({ alg: "RS256", typ: "JWT", kid, ...header } as { alg: string })
        .sign(privateKey);
    },
    make,
  };
}

export type TokenService = Awaited<ReturnType<typeof createTokenService>>;
