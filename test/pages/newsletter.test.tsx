import { INVALID_USER_TOKEN } from "@tallybin/contract/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { subscribe } from "../../src/newsletter/subscribe.ts";
import { leave, signUpAda, signUpAs, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

startSite();
const behind = globalThis.fetch;

type Answer = { status: number; code: string };

/** Answers each subscription in turn, and returns the tokens that they carried. */
function answerSubscriptions(...answers: (Answer | Promise<Answer>)[]): (string | null)[] {
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!(input instanceof Request && input.url.endsWith("/api/newsletter"))) return behind(input, init);
    const answer = answers[sent.length];
    sent.push(input.headers.get("authorization"));
    const { status, code } = (await answer) ?? { status: 200, code: "ok" };
    const envelope = { status: code === "ok" ? "success" : "error", code, message: "", data: null };
    return Response.json(envelope, { status });
  });
  return sent;
}

test("a subscription that the endpoint refuses with status 400 is not sent again", async () => {
  const sent = answerSubscriptions({ status: 400, code: "invalid-email" });
  await subscribe("ada@example.com");
  expect(sent).toEqual(["Bearer undefined"]);
});

test("a subscription is sent again after a proxy's error page, and only once", async () => {
  const sent = vi.fn(async (_request: Request) => new Response("<h1>Bad Gateway</h1>", { status: 502 }));
  vi.stubGlobal("fetch", sent);
  onTestFinished(() => void vi.stubGlobal("fetch", behind));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false); // the retry waits for the network
  const subscribed = subscribe("ada@example.com");
  await until(() => expect(sent).toHaveBeenCalledTimes(1));
  await until(() => {
    window.dispatchEvent(new Event("online"));
    expect(sent).toHaveBeenCalledTimes(2);
  });
  await subscribed;
  expect(sent).toHaveBeenCalledTimes(2);
});

test("a subscription is not sent again when the success response is not JSON", async () => {
  const sent = vi.fn(async (_request: Request) => new Response("OK"));
  vi.stubGlobal("fetch", sent);
  onTestFinished(() => void vi.stubGlobal("fetch", behind));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false); // a retry would wait for the network
  const subscribed = subscribe("ada@example.com");
  await until(() => expect(sent).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event("online"));
  await subscribed;
  expect(sent).toHaveBeenCalledTimes(1);
});

test("a subscription with an ended session signs the user out and is sent again without a token", async () => {
  await signUpAs("eve@example.com");
  const sent = answerSubscriptions({ status: 401, code: INVALID_USER_TOKEN });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const subscribed = subscribe("eve@example.com");
  await until(() => {
    window.dispatchEvent(new Event("online"));
    expect(sent).toHaveLength(2);
  });
  await subscribed;
  expect(sessionStore.getState().status).toBe("signed-out");
  expect(sent).toEqual([expect.stringMatching(/^Bearer ey/), "Bearer undefined"]);
});

test("the retry of one user's subscription does not carry the next user's token", async () => {
  const sent = answerSubscriptions({ status: 503, code: "unavailable" });
  await signUpAda();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false); // the retry waits for the network
  const subscribed = subscribe("ada@example.com");
  await until(() => expect(sent).toHaveLength(1));
  await leave();
  await signUpAs("bob@example.com");
  window.dispatchEvent(new Event("online"));
  await subscribed;
  expect(sent[0]).toMatch(/^Bearer ey/);
  expect(sent[1]).toBe("Bearer undefined");
});

test("a subscription whose token the server cannot judge leaves the user signed in", async () => {
  await signUpAda();
  const sent = answerSubscriptions({ status: 401, code: "unknown-token-key" });
  await subscribe("ada@example.com");
  expect(sent).toEqual([expect.stringMatching(/^Bearer ey/)]);
  expect(sessionStore.getState().status).toBe("signed-in");
});

test("a late refusal of an earlier user's subscription does not sign out a newer user", async () => {
  let refuse = (_: Answer): void => undefined;
  const refused = new Promise<Answer>((resolve) => {
    refuse = resolve;
  });
  const sent = answerSubscriptions(refused);
  await signUpAda();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const subscribed = subscribe("ada@example.com");
  await until(() => expect(sent).toHaveLength(1));
  await leave();
  await signUpAs("bob@example.com");
  refuse({ status: 401, code: INVALID_USER_TOKEN });
  await until(() => {
    window.dispatchEvent(new Event("online"));
    expect(sent).toHaveLength(2);
  });
  await subscribed;
  expect(sessionStore.getState()).toMatchObject({ user: { email: "bob@example.com" } });
});
