import { beforeEach, describe, expect, test } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { createRestClient, type RestAnswer } from "../../../mocks/rest-client.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { recordLog } from "./support/open-site.ts";
import { openWorld } from "./support/world.ts";

const world = openWorld("pglite");
const services = createLocalServices({ projectId: ENVIRONMENT.FIREBASE_PROJECT_ID });
beforeEach(() => services.reset());

const PATH = "/api/account/link";
const EMAIL = "ada@example.com";

const handle = async (request: Request): Promise<Response> => {
  const response = await services.handle(request);
  if (!response || response.type === "error") throw new TypeError("fetch failed");
  return response;
};
const openSite = (env: Record<string, string> = {}) => world.site(env, { fetchTokens: handle });
type Site = ReturnType<typeof openSite>;

/** Calls the identity service from another device. */
const rest = createRestClient(services);
const createAda = async (email = EMAIL): Promise<Owner> =>
  (await rest.signUp(email, "example-correct-horse")) as RestAnswer & Owner;
const accountOf = async (localId: string) => (await rest.admin("lookup", { localId: [localId] }))["users"][0];
const enroll = async (step: "start" | "finalize", fields: object) => {
  const url = `https://identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:${step}?key=k`;
  const headers = { "content-type": "application/json" };
  return (await handle(new Request(url, { method: "POST", headers, body: JSON.stringify(fields) }))).json();
};
type Owner = { localId: string; idToken: string };
const MAILS = {
  verifyEmail: ({ idToken }: Owner) => rest.sendOobCode({ requestType: "VERIFY_EMAIL", idToken }),
  verifyAndChangeEmail: ({ idToken }: Owner) =>
    rest.sendOobCode({ requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "ada.new@example.com" }),
  recoverEmail: ({ idToken }: Owner) => rest.accounts("update", { idToken, email: "ada.new@example.com" }),
  async revertSecondFactorAddition({ localId, idToken }: Owner) {
    await rest.admin("update", { localId, emailVerified: true });
    const { phoneSessionInfo } = await enroll("start", {
      idToken,
      phoneEnrollmentInfo: { phoneNumber: "+15550100001", recaptchaToken: "local" },
    });
    const [{ code } = { code: "" }] = services.outbox.list({ kind: "sms" });
    await enroll("finalize", {
      idToken,
      displayName: "<b>Phone</b>",
      phoneVerificationInfo: { sessionInfo: phoneSessionInfo.sessionInfo, code },
    });
  },
};
type Mode = keyof typeof MAILS;
const queryOf = (mode: Mode): string => {
  const mail = services.outbox
    .list({ kind: "mail" })
    .find(({ actionLink = "" }) => actionLink.includes(`mode=${mode}`));
  const { searchParams } = new URL(mail?.actionLink ?? "");
  return new URLSearchParams({ mode, oobCode: searchParams.get("oobCode") ?? "" }).toString();
};
const mailLink = async (mode: Mode) => {
  const owner = await createAda();
  await MAILS[mode](owner);
  return { localId: owner.localId, query: queryOf(mode) };
};

/** Opens a link as a browser without JavaScript does. */
async function openLink(site: Site, query: string) {
  const moved = await site.request(`${PATH}?${query}`);
  expect([moved.status, moved.headers.get("location")]).toEqual([303, PATH]);
  const cookie = moved.headers.get("set-cookie")?.split(";")[0] ?? "";
  return readPage(await site.request(PATH, { headers: { cookie } }));
}
type Page = Awaited<ReturnType<typeof readPage>>;
/** Presses the button of a link's page. */
const press = async (site: Site, { fields }: Pick<Page, "fields">, origin = "https://www.tallybin.example") =>
  readPage(
    await site.request(PATH, {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    }),
  );
async function readPage(response: Response) {
  const html = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    cache: response.headers.get("cache-control"),
    cookie: response.headers.get("set-cookie"),
    heading: /<h1>(.*)<\/h1>/.exec(html)?.[1],
    fields: [...html.matchAll(/<input type="hidden" name="(.*?)" value="(.*?)">/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    ),
    buttons: [...html.matchAll(/<button type="submit">(.*)<\/button>/g)].map(([, text]) => text),
    html,
  };
}

describe.each([
  [
    "verifyEmail",
    "Confirm that ada@example.com is your email address.",
    "Verify my email",
    "Email address verified",
  ],
  [
    "verifyAndChangeEmail",
    "from ada@example.com to ada.new@example.com",
    "Change my email",
    "Email address changed",
  ],
  [
    "recoverEmail",
    "from ada.new@example.com back to ada@example.com",
    "Set my email back",
    "Email address restored",
  ],
  [
    "revertSecondFactorAddition",
    "“&#60;b&#62;Phone&#60;/b&#62;” is removed from the account of ada@example.com",
    "Remove it",
    "Verification method removed",
  ],
] as const)("without JavaScript, a mailed link for %s", (mode, plan, button, done) => {
  test("the page says what the link will do, and opening it changes nothing", async () => {
    const site = openSite();
    const { localId, query } = await mailLink(mode);
    const before = await accountOf(localId);
    const mails = services.outbox.list().length;
    for (const method of ["GET", "HEAD"]) await site.request(`${PATH}?${query}`, { method });
    const page = await openLink(site, query);
    expect(page).toMatchObject({ status: 200, cache: "no-store", buttons: [button] });
    expect(page.html).toContain(plan);
    expect(page.html).not.toMatch(/<script|<b>/);
    expect(await accountOf(localId)).toEqual(before);
    expect(services.outbox.list()).toHaveLength(mails);
  });

  test("the page's button makes the change, once", async () => {
    const site = openSite();
    const { localId, query } = await mailLink(mode);
    const before = await accountOf(localId);
    const page = await openLink(site, query);
    const outcome = await press(site, page);
    expect(outcome).toMatchObject({ status: 200, heading: done, buttons: [] });
    expect(outcome.cookie).toMatch(/Max-Age=0/);
    expect(await accountOf(localId)).not.toEqual(before);
    expect(services.outbox.list({ type: "PASSWORD_RESET" })).toHaveLength(mode === "recoverEmail" ? 1 : 0);
    expect(await press(site, page)).toMatchObject({ status: 410, heading: "This link doesn’t work" });
  });

  test("a failure of the identity service is a page, and the button works afterwards", async () => {
    const site = openSite();
    const { query } = await mailLink(mode);
    const page = await openLink(site, query);
    services.failures.add({ endpoint: "accounts:update", fault: { kind: "offline" }, times: 1 });
    expect(await press(site, page)).toMatchObject({
      status: 503,
      type: "text/html; charset=utf-8",
      cookie: null,
    });
    expect(await press(site, page)).toMatchObject({ status: 200, heading: done });
  });
});

test("without JavaScript, an address is restored although the mail for a new password fails, which is logged", async () => {
  const { lines, log } = recordLog("warn");
  const site = world.site({}, { fetchTokens: handle, log });
  const page = await openLink(site, (await mailLink("recoverEmail")).query);
  services.failures.add({ endpoint: "accounts:sendOobCode", fault: { kind: "offline" }, times: 1 });
  const outcome = await press(site, page);
  expect(outcome).toMatchObject({ status: 200, heading: "Email address restored" });
  expect(outcome.html).toContain('<a href="/auth/forgotpass">Get a new password</a>');
  expect(lines).toMatchObject([{ msg: "the mail for a new password was not sent" }]);
  expect(JSON.stringify(lines)).not.toContain(EMAIL);
});

test("without JavaScript, a page's button is for the page's own link after another link was opened", async () => {
  const site = openSite();
  const ada = await mailLink("verifyEmail");
  const page = await openLink(site, ada.query);
  const bob = await createAda("bob@example.com");
  await MAILS.verifyEmail(bob);
  await openLink(site, queryOf("verifyEmail"));
  await press(site, page);
  expect(await accountOf(ada.localId)).toMatchObject({ emailVerified: true });
  expect(await accountOf(bob.localId)).toMatchObject({ emailVerified: false });
});

test("without JavaScript, a link of a project without passwords is offered without its address", async () => {
  const site = openSite();
  const { localId, query } = await mailLink("verifyEmail");
  services.identity.settings.passwordSignIn = false;
  const page = await openLink(site, query);
  expect(page.html).toContain("Confirm that this is your email address.");
  await press(site, page);
  expect(await accountOf(localId)).toMatchObject({ emailVerified: true });
});

test("without JavaScript, an expired link and a spent link say what to do next", async () => {
  const site = openSite();
  const { query } = await mailLink("verifyEmail");
  const page = await openLink(site, query);
  services.clock.advance(4 * 24 * 3_600_000);
  const expired = await press(site, page);
  expect(expired).toMatchObject({ status: 410, heading: "This link doesn’t work" });
  expect(expired.html).toContain("This link has expired.");
  const spent = await openLink(site, "mode=verifyEmail&oobCode=spent");
  expect(spent.html).toContain("This link was already used or is incomplete.");
  expect(spent.html).toContain('href="/auth/signin"');
});

test("without JavaScript, an address that another account has taken is reported", async () => {
  const site = openSite();
  const { query } = await mailLink("recoverEmail");
  const page = await openLink(site, query);
  await createAda();
  const outcome = await press(site, page);
  expect(outcome.status).toBe(410);
  expect(outcome.html).toContain("This address now belongs to another account.");
  expect(outcome.html).toContain('href="/contact"');
});

test("without JavaScript, a code with another purpose than its link is refused before and after a press", async () => {
  const site = openSite();
  const { localId, query } = await mailLink("verifyAndChangeEmail");
  const changed = query.replace("verifyAndChangeEmail", "verifyEmail");
  const page = await openLink(site, changed);
  expect(page).toMatchObject({ status: 410, buttons: [] });
  expect(await press(site, { fields: [...new URLSearchParams(changed)] })).toMatchObject({ status: 410 });
  expect(await accountOf(localId)).toMatchObject({ email: EMAIL, emailVerified: false });
});

test("the server's page of a link without a usable code and mode says that the link is incomplete", async () => {
  const { request } = openSite();
  for (const query of [
    ...["", "?mode=verifyEmail", "?mode=resetPassword&oobCode=x", "?mode=toString&oobCode=x"],
    ...["?mode=verifyEmail&oobCode=a%0Ab", "?mode=verifyEmail&oobCode=a%3Bb"],
  ]) {
    const page = await readPage(await request(PATH + query));
    expect(page).toMatchObject({ status: 400, heading: "This link doesn’t work", buttons: [], cookie: null });
  }
});

test("the button of the server's page has no effect from another site, and is limited for each client", async () => {
  const site = openSite({ LIMIT_PER_CLIENT: "2/600" });
  const { localId, query } = await mailLink("verifyEmail");
  const page = await openLink(site, query);
  expect(await press(site, page, "https://evil.example")).toMatchObject({ status: 400 });
  expect(await accountOf(localId)).toMatchObject({ emailVerified: false });
  await openLink(site, query);
  expect(await press(site, page)).toMatchObject({ status: 429, type: "text/html; charset=utf-8" });
});

describe("the site's page of a mailed link", () => {
  const redirectIn = (html: string) =>
    /<noscript><meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html)?.[1];

  test("the page leads a browser without JavaScript to the server's page of the same link", async () => {
    const site = openSite();
    const response = await site.request("/firebase-action?mode=verifyEmail&oobCode=a-B_1&apiKey=k&lang=en");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(redirectIn(await response.text())).toBe("/api/account/link?mode=verifyEmail&#38;oobCode=a-B_1");
  });

  test("the page of another link leads nowhere", async () => {
    const { request } = openSite();
    for (const query of [
      ...["", "?mode=signIn&oobCode=a", "?mode=resetPassword&oobCode=a", "?mode=verifyEmail", "?oobCode=a"],
    ]) {
      const response = await request(`/firebase-action${query}`);
      expect([query, response.status]).toEqual([query, 200]);
      expect(redirectIn(await response.text())).toBeUndefined();
    }
  });

  test("the page contains no text of its query but the link's own", async () => {
    const query = new URLSearchParams({ mode: "verifyEmail", oobCode: `"><script>alert(1)</script>` });
    const html = await (await openSite().request(`/firebase-action?${query}`)).text();
    expect(html).not.toContain("alert(1)</script>");
  });
});
