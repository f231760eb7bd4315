import { createLocalServices } from "../../../../mocks/local-services.ts";
import { createIdentityClient, getIdToken, signUp } from "../../../identity/src/index.ts";
import { createVirtualTime } from "./virtual-time.ts";
import { createWorld } from "./world.ts";

const ORIGIN = "https://identity.test";
const MOST_EXCHANGES = 300;

/**
 * One signed-in tab: the real identity client and the real document client, connected like on the site, over the
 * local services in virtual time. The tab's clock can be set apart from the services'.
 */
export const createSignedIn = async (seed: number) => {
  let underWay = 0;
  let isTokenServiceDown = false;
  let skewMs = 0;
  /** The total advance of the tab's clock; setting it back does not reduce it. */
  let forwardMs = 0;
  const time = createVirtualTime({ isBusy: () => underWay > 0 });
  const services = createLocalServices({ seed, now: time.now });
  const exchanges: number[] = [];
  const forced: { forwardMs: number; held: string }[] = [];

  const fetchIdentity = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const isExchange = new URL(request.url).pathname.endsWith("/v1/token");
    if (isExchange) exchanges.push(time.now());
    // An endless loop of refreshes ends here, so that a test fails instead of hanging.
    if (isExchange && (isTokenServiceDown || exchanges.length > MOST_EXCHANGES))
      throw new TypeError("Failed to fetch");
    underWay += 1;
    try {
      const response = await services.handle(request);
      if (!response || response.type === "error") throw new TypeError("Failed to fetch");
      return new Response(await response.text(), { status: response.status });
    } finally {
      underWay -= 1;
    }
  };
  const now = () => time.now() + skewMs;
  let wake = (_: "visible" | "online") => {};
  const identity = createIdentityClient({
    apiKey: "local-example-key",
    projectId: services.projectId,
    identityToolkitUrl: `${ORIGIN}/identitytoolkit.googleapis.com`,
    secureTokenUrl: `${ORIGIN}/securetoken.googleapis.com`,
    callbackUrl: "http://localhost/oauth/callback",
    fetch: fetchIdentity,
    now,
    setTimeout: (callback, ms) => {
      const timer = time.setTimeout(callback, ms);
      return () => time.clearTimeout(timer);
    },
    page: (listener) => {
      wake = listener;
      return () => {};
    },
  });
  const { uid } = await signUp(identity, { email: "ada@example.com", password: "correct horse" });
  const idToken = () => getIdToken(identity);

  const world = createWorld({ seed, time, uid });
  const client = world.createClient(uid, {
    now,
    getIdToken: async (options) => {
      if (options.forceRefresh)
        forced.push({ forwardMs: forwardMs + time.now(), held: await idToken().catch(() => "none") });
      return getIdToken(identity, options);
    },
  });
  identity.onEvent(({ type }) => {
    if (type === "refreshed" || type === "adopted" || type === "tokens-replaced")
      client.document.tokenChanged();
  });

  return {
    ...world,
    client,
    identity,
    idToken,
    exchanges,
    forced,
    setTokenServiceDown: (isDown: boolean) => {
      isTokenServiceDown = isDown;
    },
    moveClock: (ms: number) => {
      skewMs += ms;
      forwardMs += Math.max(0, ms);
      identity.clockMoved();
    },
    emit: (happening: "visible" | "hidden" | "online" | "offline") => {
      if (happening === "visible" || happening === "online") wake(happening);
      client.page.emit(happening);
    },
  };
};
