import type { Page } from "playwright";
import { completeConsent } from "../../../../packages/local-services/src/fixtures/playwright.ts";
import { PASSWORD, totpCode } from "../../firebase-auth/world.ts";
import { type Flow, here, siteOf } from "../flow.ts";
import { PROJECT, resetPassword } from "../world.ts";

const PATHS = [
  "/sign-up",
  "/sign-in",
  "/forgotten-password",
  "/email-link",
  "/providers",
  "/phone",
  "/second-factor",
];
const ADA = "ada@example.test";
const PHONE = { typed: "2015550123", number: "+12015550123" };

/** What a user does on a screen of FirebaseUI. */
function userOf(page: Page, origin: string) {
  const shows = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  return {
    shows,
    press,
    goTo: async (screen: string) => {
      await page.goto(`${origin}/${screen}`);
      await page.locator("output").waitFor();
    },
    fill: async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields)) {
        await page.getByLabel(label).fill(value);
        // An error that goes when the field loses the focus moves the button away from the pointer.
        await page.getByLabel(label).blur();
      }
    },
    isIn: (who: string) => shows(`signed in: ${who}`),
    /** Types the code of the newest SMS. */
    enterSms: async (sms: () => Promise<string>) => {
      await press("Send Code");
      await page.getByLabel("Verification Code").waitFor();
      await page.getByLabel("Verification Code").fill(await sms());
      await press("Verify Code");
    },
    leave: async () => {
      await press("Sign out");
      await shows("signed out");
    },
    consent: async (provider: string, email: string) => {
      const opening = page.waitForEvent("popup");
      await press(`Sign in with ${provider}`);
      await completeConsent(await opening, { email });
    },
  };
}

/** Marks an address as verified, as an administrator. */
async function verifyAddress(services: string, email: string): Promise<void> {
  const call = async (method: string, body: object) => {
    const path = `${services}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:${method}`;
    const headers = { authorization: "Bearer owner", "content-type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`accounts:${method} answered ${response.status}`);
    return response.json();
  };
  const { users } = await call("lookup", { email: [email] });
  await call("update", { localId: users[0].localId, emailVerified: true });
}

/** FirebaseUI 7 calls `firebase/auth`, and a user works with its screens. */
export const screens: Flow = {
  name: "FirebaseUI",
  files: async (build) => siteOf(await build(`import "${here}screens/page.tsx";`), PATHS),
  run: async ({ control, services }, { context, origin }, say) => {
    const page = await context.newPage();
    const { shows, press, goTo, fill, isIn, leave, consent, enterSms } = userOf(page, origin);
    const signIn = async (email: string, password: string) => {
      await goTo("sign-in");
      await fill({ "Email Address": email, Password: password });
      await press("Sign In");
    };

    await goTo("sign-up");
    await fill({ "Display Name": "Ada", "Email Address": ADA, Password: PASSWORD });
    await press("Create Account");
    await isIn(`${ADA}, password`);
    await leave();
    await goTo("sign-up");
    await fill({ "Display Name": "Ada", "Email Address": ADA, Password: PASSWORD });
    await press("Create Account");
    await shows("An account already exists with this email");
    say("sign-up, and an address that is in use");

    await signIn(ADA, "wrong password");
    await shows("Incorrect password");
    await signIn(ADA, PASSWORD);
    await isIn(`${ADA}, password`);
    await leave();
    say("sign-in, and a wrong password");

    await goTo("forgotten-password");
    await fill({ "Email Address": ADA });
    await press("Reset Password");
    await shows("Check your email for password reset instructions");
    await resetPassword(context, await control.link("PASSWORD_RESET"), "another-password");
    await signIn(ADA, "another-password");
    await isIn(`${ADA}, password`);
    await leave();
    say("forgotten password");

    await goTo("email-link");
    await fill({ "Email Address": "link@example.test" });
    await press("Send Sign-in Link");
    await shows("Sign-in link sent successfully");
    await page.goto(await control.link("EMAIL_SIGNIN"));
    await isIn("link@example.test, password");
    await leave();
    say("email link");

    await goTo("providers");
    await consent("Google", "gina@gmail.example");
    await isIn("gina@gmail.example, google.com");
    await leave();
    await goTo("providers");
    await consent("GitHub", ADA);
    await shows("An account already exists with this email. Please sign in with the original provider.");
    await signIn(ADA, "another-password");
    await isIn(`${ADA}, password`);
    await leave();
    say("providers, and an address of another provider's account");

    await goTo("phone");
    await fill({ "Phone Number": PHONE.typed });
    await enterSms(() => control.sms(PHONE.number));
    await isIn(`${PHONE.number}, phone`);
    await leave();
    say("phone");

    await verifyAddress(services, ADA);
    await signIn(ADA, "another-password");
    await isIn(`${ADA}, password`);
    await goTo("second-factor");
    await press("TOTP Verification");
    await fill({ "Display Name": "Authenticator" });
    await press("Generate QR Code");
    const secret = await page.locator("code").innerText();
    const code = async () => totpCode(secret, await control.now());
    await fill({ "Verification Code": await code() });
    await press("Verify Code");
    await isIn(`${ADA}, password, factor totp`);
    await goTo("second-factor");
    await press("SMS Verification");
    await fill({ "Display Name": "Phone", "Phone Number": PHONE.typed });
    await enterSms(() => control.sms(PHONE.number));
    await isIn(`${ADA}, password, factor totp, factor phone`);
    await leave();
    say("two second factors are enrolled");

    await signIn(ADA, "another-password");
    await press("TOTP Verification");
    await control.advance(30_000);
    await fill({ "Verification Code": await code() });
    await press("Verify Code");
    await isIn(`${ADA}, password, factor totp, factor phone`);
    await leave();
    await signIn(ADA, "another-password");
    await press("SMS Verification");
    await enterSms(() => control.sms(PHONE.number));
    await isIn(`${ADA}, password, factor totp, factor phone`);
    say("a sign-in with each second factor");
  },
};
