import type { Page, Route } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { signOut } from "../session.ts";
import { accountMenu, alert } from "../support.ts";
import {
  type Authenticator,
  addAuthenticator,
  passkeyButton,
  passkeyOwner,
  setSettings,
  withoutAutofill,
} from "./authenticator.ts";

const SIGN_IN = "/auth/signin";
const START = /passkeySignIn:start/;
const FINALIZE = /passkeySignIn:finalize/;

/** Presses the button and lets the user agree. */
const signIn = async (page: Page, authenticator: Authenticator, origin = "") => {
  await withoutAutofill(page);
  await authenticator.setPresent(true);
  await page.goto(origin + SIGN_IN);
  await passkeyButton(page).click();
};

/** The service refuses the ceremony for the given reason, and no session begins. */
const expectRefused = async (page: Page, authenticator: Authenticator, detail: string, origin = "") => {
  const refusal = page.waitForResponse(
    (response) => FINALIZE.test(response.url()) && response.status() === 400,
  );
  await signIn(page, authenticator, origin);
  const { error } = await (await refusal).json();
  expect(error.message).toBe(`INVALID_AUTHENTICATOR_RESPONSE : ${detail}`);
  await expect(alert(page).first()).toHaveText(/couldn’t confirm that passkey/);
  await expect(accountMenu(page)).toHaveCount(0);
};

test("the service refuses a passkey with a forged signature", async ({ page, request }) => {
  const owner = await passkeyOwner(request);
  const authenticator = await addAuthenticator(page, { present: false });
  await authenticator.hold(owner.passkey);
  const forge = (route: Route) => {
    const body = route.request().postDataJSON();
    const { response } = body.authenticatorAuthenticationResponse;
    const signature = Buffer.from(response.signature, "base64");
    signature.writeUInt8(signature.readUInt8(16) ^ 1, 16);
    response.signature = signature.toString("base64");
    return route.continue({ postData: JSON.stringify(body) });
  };
  await page.route(FINALIZE, forge);
  await expectRefused(page, authenticator, "INVALID_SIGNATURE");
});

test("a passkey sign-in asks for the second factor if the project requires it after passkeys", async ({
  page,
  request,
  site,
}) => {
  const owner = await passkeyOwner(request, "password and passkey", site.origin);
  const authenticator = await addAuthenticator(page, { present: false });
  await authenticator.hold(owner.passkey);
  const enrolled = await request.patch(`${site.origin}/__local/accounts/${owner.uid}`, {
    data: { mfa: { enrollments: [{ mfaEnrollmentId: "phone-1", phoneInfo: "+15555550123" }] } },
  });
  expect(enrolled.status(), await enrolled.text()).toBe(200);
  await signIn(page, authenticator, site.origin);
  await expect(page).toHaveURL(`${site.origin}/dashboard`);
  await signOut(page);
  await setSettings(request, site.origin, { passkeys: { secondFactor: true } });
  await signIn(page, authenticator, site.origin);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step verification");
  await expect(accountMenu(page)).toHaveCount(0);
});

test("the sign-in page explains that passkeys do not work at an IP address", async ({ page, baseURL }) => {
  // The browser refuses there too, but only after the service was asked for a challenge.
  const asked: string[] = [];
  page.on("request", (request) => {
    if (START.test(request.url())) asked.push(request.url());
  });
  await page.goto(`http://127.0.0.1:${new URL(baseURL ?? "").port}${SIGN_IN}`);
  await passkeyButton(page).click();
  await expect(alert(page)).toHaveText(/don’t work at this address/);
  expect(asked).toEqual([]);
});
