import { decodeJwt } from "jose";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const HOOK = "http://hooks.test/before";
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const configure = ({ patch, services }: Connection, blockingFunctions: unknown) => {
  const url = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/config?updateMask=blockingFunctions`;
  return patch(url, { blockingFunctions }, { authorization: "Bearer owner" });
};
const trigger = (name: string) => ({ triggers: { [name]: { functionUri: HOOK } } });
const credentials = { email: "ada@example.test", password: "correct horse" };
const WORD = "BLOCKING_FUNCTION_ERROR_RESPONSE";

describe("a project's blocking functions", () => {
  test("the blocking function at the configured URL receives an unsigned JWT and can change the account", async () => {
    const connection = connect();
    const heard: unknown[] = [];
    server.use(
      http.post(HOOK, async ({ request }) => {
        const { data } = (await request.json()) as { data: { jwt: string } };
        heard.push(decodeJwt(data.jwt));
        return HttpResponse.json({ userRecord: { updateMask: "displayName", displayName: "Hook" } });
      }),
    );
    expect((await configure(connection, trigger("beforeCreate"))).body).toMatchObject({
      blockingFunctions: trigger("beforeCreate"),
    });
    const { body } = await connection.call("accounts:signUp", credentials);
    expect(body).toMatchObject({ displayName: "Hook", idToken: expect.any(String) });
    expect(heard).toMatchObject([
      { event_type: "beforeCreate", sign_in_method: "password", user_record: { email: credentials.email } },
    ]);
  });

  test("a sign-up that a blocking function refuses creates no account, and the caller gets the function's response", async () => {
    const connection = connect();
    server.use(http.post(HOOK, () => HttpResponse.json({ error: { message: "Not you." } }, { status: 403 })));
    await configure(connection, trigger("beforeCreate"));
    const { status, word } = await connection.call("accounts:signUp", credentials);
    expect(status).toBe(400);
    expect(word).toBe(
      `${WORD} : ((HTTP request to ${HOOK} returned HTTP error 403: {"error":{"message":"Not you."}}))`,
    );
    expect(connection.services.identity.users.size).toBe(0);
  });

  test("an empty configuration sent to the emulator's own endpoint removes the blocking functions", async () => {
    const connection = connect();
    await configure(connection, trigger("beforeCreate"));
    await connection.patch(`/emulator/v1/projects/${connection.services.projectId}/config`, {});
    // No function is called, which would be an unhandled request.
    expect((await connection.call("accounts:signUp", credentials)).status).toBe(200);
  });

  test("blocking functions given in code refuse sign-ups and set session claims, which survive a refresh", async () => {
    const asked: string[] = [];
    const connection = connect({
      blockingFunctions: {
        beforeCreate: ({ user_record }) => {
          if (user_record.email?.endsWith("@blocked.test")) throw new Error("Only for staff.");
        },
        beforeSignIn: async ({ sign_in_method, sub }) => {
          asked.push(`${sign_in_method} ${typeof sub}`);
          return { userRecord: { updateMask: "sessionClaims", sessionClaims: { device: "known" } } };
        },
      },
    });
    const refused = await connection.call("accounts:signUp", { ...credentials, email: "x@blocked.test" });
    expect(refused.word).toContain(`${WORD} : ((`);
    expect(refused.word).toContain("Only for staff.");
    const { refreshToken, idToken } = await connection.signUp();
    expect(decodeJwt(idToken)["device"]).toBe("known");
    const { body } = await connection.refresh(refreshToken);
    expect(decodeJwt(String(body["id_token"]))["device"]).toBe("known");
    await connection.call("accounts:signInWithPassword", credentials);
    expect(asked).toEqual(["password string", "password string"]);
  });

  test("a sign-up whose blocking function disables the account ends with USER_DISABLED", async () => {
    const disable = { userRecord: { updateMask: "disabled", disabled: true } };
    const { call, services } = connect({ blockingFunctions: { beforeSignIn: () => disable } });
    expect((await call("accounts:signUp", credentials)).word).toBe("USER_DISABLED");
    expect(services.identity.accountByEmail(credentials.email)?.disabled).toBe(true);
  });

  test.each(["while it runs", "while it stands still"])(
    "a blocking function times out after seven seconds of the local clock: %s",
    async (mode) => {
      let asked = () => {};
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve;
      });
      const { call, services } = connect({
        blockingFunctions: {
          beforeCreate: () => {
            asked();
            return new Promise(() => {});
          },
        },
      });
      if (mode === "while it stands still") services.clock.freeze();
      let settled = false;
      const answer = call("accounts:signUp", credentials).finally(() => {
        settled = true;
      });
      await isAsked;
      services.clock.advance(6000);
      await Promise.resolve();
      expect(settled).toBe(false);
      services.clock.advance(1000);
      const { status, word } = await answer;
      expect(status).toBe(500);
      expect(word).toBe(`${WORD} : ((Deadline exceeded making request to function:beforeCreate.))`);
    },
  );

  test("a sign-up is refused if its address is taken while the blocking function runs", async () => {
    const connection = connect({
      blockingFunctions: {
        beforeCreate: () => {
          connection.services.identity.create("other", { email: credentials.email });
        },
      },
    });
    expect((await connection.call("accounts:signUp", credentials)).word).toBe("EMAIL_EXISTS");
  });

  test.each([
    { triggers: { afterCreate: { functionUri: HOOK } }, problem: "Event type is invalid." },
    { triggers: { beforeCreate: { functionUri: "nope" } }, problem: "Expected an absolute URI" },
  ])(
    "the configuration of blocking functions refuses an invalid trigger: $problem",
    async ({ triggers, problem }) => {
      const { word } = await configure(connect(), { triggers });
      expect(word).toContain(`INVALID_BLOCKING_FUNCTION : ((${problem}`);
    },
  );
});
