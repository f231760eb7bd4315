import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const EMAIL = "ada@example.test";
const requestUri = "http://localhost/page";

describe("mailed links", () => {
  const modes = [
    { mode: "verifyEmail", requestType: "VERIFY_EMAIL", more: {} },
    { mode: "resetPassword", requestType: "PASSWORD_RESET", more: { newPassword: "battery staple" } },
    {
      mode: "verifyAndChangeEmail",
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      fields: { newEmail: "new@example.test" },
    },
    { mode: "signIn", requestType: "EMAIL_SIGNIN" },
  ];
  /** Sends a mail, and returns a function that opens its link with these parameters. */
  async function openerOf({ call, signUp, services, send }: Connection, of: (typeof modes)[number]) {
    const { idToken } = await signUp();
    const { requestType, fields, more } = of;
    await call("accounts:sendOobCode", { requestType, email: EMAIL, idToken, ...fields });
    const link = new URL(services.outbox.list()[0]?.actionLink ?? "");
    return (continueUrl: string) => {
      for (const [name, value] of Object.entries({ ...more, continueUrl }))
        link.searchParams.set(name, value);
      return send(link.pathname + link.search);
    };
  }

  const unusual = [
    ["https://site.test/ünïcödé", "https://site.test/%C3%BCn%C3%AFc%C3%B6d%C3%A9"],
    ["https://site.test/日本?q=語#ā", "https://site.test/%E6%97%A5%E6%9C%AC?q=%E8%AA%9E#%C4%81"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
    ["https://site.test/a\r\nset-cookie: a=b", "https://site.test/aset-cookie:%20a=b"],
    ["https://site.test/\tone two", "https://site.test/one%20two"],
    ["https://site.test/😀", "https://site.test/%F0%9F%98%80"],
    ["https://site.test/\ud800", "https://site.test/%EF%BF%BD"],
  ];

  test.each(modes)(
    "a continue URL is encoded in the redirect of the mode $mode, and only a sign-in has its code",
    async (of) => {
      for (const [url = "", encoded] of unusual) {
        const { response } = await (await openerOf(connect(), of))(url);
        expect.soft(response.status, url).toBe(303);
        const target = new URL(response.headers.get("location") ?? "");
        expect(target.searchParams.has("oobCode")).toBe(of.mode === "signIn");
        for (const name of [...target.searchParams.keys()])
          if (name !== "q") target.searchParams.delete(name);
        expect.soft(target.href).toBe(encoded);
      }
    },
  );

  const invalid = ["page", "/page", "//site.test", "https://", "javascript:alert(1)", "http://a b/", "日本"];
  test.each(modes)("the mode $mode refuses an invalid continue URL before the code is spent", async (of) => {
    const open = await openerOf(connect(), of);
    for (const url of invalid)
      expect.soft(await open(url), url).toMatchObject({
        status: 400,
        body: { authEmulator: { error: expect.any(String) } },
      });
    expect((await open("https://site.test/")).status).toBe(303);
  });
});

describe("pictures of providers", () => {
  const START = "https://pictures.test/";
  const pictureOf = (length: number, start = START) => start + "x".repeat(length - start.length);
  const signIn = async ({ call }: Connection, providerId: string, picture: string, idToken?: string) => {
    const claims = { sub: "one", email: "gina@example.test", email_verified: true, picture };
    const postBody = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString();
    return (await call("accounts:signInWithIdp", { requestUri, idToken, postBody })).body;
  };
  /** Everything but the provider's own words, which are passed on as they are. */
  const shown = async ({ call }: Connection, { rawUserInfo: _, oauthIdToken: __, ...body }: Body) => {
    const lookup = await call("accounts:lookup", { idToken: body["idToken"] });
    return JSON.stringify([body, lookup.body, decodeJwt(String(body["idToken"]))]);
  };
  type Body = Record<string, unknown>;

  test.each([
    { what: "2,049 characters", picture: pictureOf(2049) },
    { what: "9,000 characters", picture: pictureOf(9000) },
    { what: "100,000 characters", picture: pictureOf(100_000) },
    { what: "a data: URL of 3,000 characters", picture: pictureOf(3000, "data:image/png;base64,") },
    { what: "1,200 emoji, which are 2,400 characters", picture: START + "😀".repeat(1200) },
  ])("a picture of $what is left out of a sign-in and of a link", async ({ picture }) => {
    for (const providerId of ["google.com", "github.com", "oidc.acme", "saml.acme"]) {
      const connection = connect();
      const { idToken } = await connection.signUp();
      for (const caller of [idToken, undefined]) {
        const body = await signIn(connection, providerId, picture, caller);
        expect(body["idToken"]).toEqual(expect.any(String));
        expect(await shown(connection, body)).not.toContain(picture.slice(0, 30));
      }
    }
  });

  test("a picture of 2,048 characters is stored", async () => {
    const connection = connect();
    const photoUrl = pictureOf(2048);
    const body = await signIn(connection, "google.com", photoUrl);
    expect(body).toMatchObject({ photoUrl });
    expect(connection.services.identity.account(String(body["localId"]))).toMatchObject({
      photoUrl,
      providerUserInfo: [{ photoUrl }],
    });
  });

  test.each([
    (photoUrl: string) => ({ photoUrl }),
    (photoUrl: string) => ({ providerUserInfo: [{ providerId: "google.com", rawId: "one", photoUrl }] }),
  ])("a longer picture is left out of an imported account too", async (fields) => {
    const { admin, services } = connect();
    const { body } = await admin("accounts:batchCreate", {
      users: [{ localId: "gina", ...fields(pictureOf(2049)) }],
    });
    expect(body["error"]).toEqual([]);
    expect(JSON.stringify(services.identity.account("gina"))).not.toContain(START);
  });
});
