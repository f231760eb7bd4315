import { ENVIRONMENT } from "../support/environment.ts";

type Quantiles = { p50: number; p99: number };
type Tokens = { idToken: string; refreshToken: string };

const quantiles = (times: number[]): Quantiles => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
};

const KEY = "key=local-example-key";
const person = { email: "bench@example.com", password: "example-correct-horse", returnSecureToken: true };
/** The first requests are not representative. */
const WARM_COUNT = 20;

async function post<Answer>(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return { answer: (await response.json()) as Answer, cookie: response.headers.get("set-cookie") ?? "" };
}

/**
 * The duration of a sign-in and of a refresh, one request at a time: directly, as with SESSIONS=browser, and through
 * the server. The four cases alternate, so that a change of the machine's load affects all alike.
 */
export async function measureLatency(
  google: string,
  server: string,
  seconds: number,
): Promise<Map<string, Quantiles>> {
  const accounts = `${google}/identitytoolkit.googleapis.com/v1/accounts`;
  await post(`${accounts}:signUp?${KEY}`, person);
  const own = { origin: ENVIRONMENT.ORIGIN };
  const signIn = async () => (await post<Tokens>(`${accounts}:signInWithPassword?${KEY}`, person)).answer;
  const handOver = async ({ idToken, refreshToken }: Tokens) => {
    const { answer, cookie } = await post<{ session: string }>(
      `${server}/api/session`,
      { idToken, refreshToken },
      { ...own, "x-session": "new" },
    );
    return { ...own, "x-session": answer.session, cookie: cookie.split(";")[0] ?? "" };
  };
  const { refreshToken, idToken } = await signIn();
  const kept = await handOver({ refreshToken, idToken });
  let held = "";
  const ways = {
    "sign-in, direct": signIn,
    "sign-in, through the server": async () => handOver(await signIn()),
    "refresh, direct": () =>
      post(`${google}/securetoken.googleapis.com/v1/token?${KEY}`, {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      }),
    "refresh, through the server": async () => {
      const { answer } = await post<{ id_token: string }>(`${server}/api/session/token`, { held }, kept);
      held = answer.id_token.slice(-16);
    },
  };
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  const end = performance.now() + seconds * 1000;
  for (let count = 0; performance.now() < end; count++)
    for (const [name, way] of Object.entries(ways)) {
      const began = performance.now();
      await way();
      if (count >= WARM_COUNT) times.get(name)?.push(performance.now() - began);
    }
  return new Map([...times].map(([name, measured]) => [name, quantiles(measured)]));
}
