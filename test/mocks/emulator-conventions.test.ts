import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalServices, type LocalServices } from "../../mocks/local-services.ts";
import { listen } from "./http.ts";

/** A client as users of Google's emulator write it: it knows only an origin, and talks over a socket. */
let services: LocalServices;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  services = createLocalServices({ standalone: true });
  server = await listen(services);
});
afterAll(() => server.close());

const request = async (
  method: string,
  path: string,
  fields?: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(fields !== undefined && { body: JSON.stringify(fields) }),
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
};
const call = (method: string, fields: unknown) =>
  request("POST", `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=fake-api-key`, fields);

describe("a client of Google's emulator", () => {
  test("a client of Google's emulator reads at the root path that the services are ready", async () => {
    expect((await request("GET", "/")).body).toMatchObject({ authEmulator: { ready: true } });
  });

  test("the health endpoint reports the services as healthy while failure scripts apply", async () => {
    services.failures.add({ fault: { kind: "status", status: 503 } });
    expect((await request("GET", "/")).status).toBe(503);
    expect(await request("GET", "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    services.failures.clear();
  });

  test("a client of Google's emulator can read codes from the emulator's lists and follow mailed links", async () => {
    await call("signUp", { email: "mail@example.test", password: "secret1" });
    await call("sendOobCode", {
      requestType: "PASSWORD_RESET",
      email: "mail@example.test",
      continueUrl: "http://localhost/after",
    });
    const { body } = await request("GET", "/emulator/v1/projects/demo-project/oobCodes");
    const { oobLink, oobCode } = body.oobCodes.at(-1);
    expect(oobLink).toBe(
      `${server.origin}/emulator/action?mode=resetPassword&lang=en&oobCode=${oobCode}&apiKey=fake-api-key&continueUrl=http%3A%2F%2Flocalhost%2Fafter`,
    );
    const followed = await fetch(`${oobLink}&newPassword=secret2`, { redirect: "manual" });
    expect([followed.status, followed.headers.get("location")]).toEqual([303, "http://localhost/after"]);
    expect(
      (await call("signInWithPassword", { email: "mail@example.test", password: "secret2" })).status,
    ).toBe(200);

    await call("sendVerificationCode", { phoneNumber: "+15555550100" });
    const { body: sms } = await request("GET", "/emulator/v1/projects/demo-project/verificationCodes");
    expect(sms.verificationCodes).toMatchObject([
      { phoneNumber: "+15555550100", code: expect.stringMatching(/^\d{6}$/) },
    ]);
  });

  test("a sign-in link that a client of Google's emulator opens redirects to the continue URL with the code", async () => {
    await call("sendOobCode", {
      requestType: "EMAIL_SIGNIN",
      email: "l@example.test",
      continueUrl: "http://localhost/in?x=1",
    });
    const { actionLink = "" } = services.outbox.latest("l@example.test");
    const { status, headers } = await request("GET", actionLink.slice(server.origin.length));
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(/^http:\/\/localhost\/in\?x=1&mode=signIn&lang=en&oobCode=/);
  });
});
