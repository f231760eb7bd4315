import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import { alert, expectHydrated, fillSignIn, fillSignUp } from "../support.ts";
import { demand, mailTo } from "./support.ts";

/** The proofs that the page has sent, by method. */
const watchProofs = (page: Page) => {
  const proofs: string[] = [];
  page.on("request", (sent) => {
    const [, method] = /accounts:(signUp|signInWithPassword|sendOobCode)/.exec(sent.url()) ?? [];
    if (sent.method() !== "POST" || method === undefined) return;
    const { captchaResponse, captchaResp } = sent.postDataJSON();
    proofs.push(`${method} ${captchaResponse ?? captchaResp}`);
  });
  return proofs;
};

const openForm = async (page: Page, path: string) => {
  await page.goto(path);
  await expectHydrated(page, "main");
};

test("a sign-in loads no human check and names no policies of Google if the project switches reCAPTCHA Enterprise off", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await demand(request, "OFF");
  const proofs = watchProofs(page);
  const frames: string[] = [];
  page.on("frameattached", (frame) => frames.push(frame.url()));
  await openForm(page, "/auth/signin");
  await expect(page.getByText("This site is protected by reCAPTCHA")).toBeHidden();
  await fillSignIn(page, ada);
  await expect(page).toHaveURL("/dashboard");
  expect(proofs).toEqual(["signInWithPassword undefined"]);
  expect(frames).toEqual([]);
});

test("a sign-in under enforced reCAPTCHA reports a content blocker, then sends a token, and Google's script runs only on the human check's origin", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await demand(request, "ENFORCE");
  const proofs = watchProofs(page);
  const scripts: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("recaptcha/enterprise.js")) scripts.push(new URL(sent.frame().url()).port);
  });
  await page.route("**/recaptcha/enterprise.js*", (route) => route.abort("blockedbyclient"));
  await openForm(page, "/auth/signin");
  await fillSignIn(page, ada);
  await expect(alert(page)).toHaveText(/couldn’t load.*Turn off content blockers/);
  await page.unroute("**/recaptcha/enterprise.js*");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
  expect(proofs).toEqual(["signInWithPassword token"]);
  const check = String(Number(new URL(page.url()).port) + 1);
  expect(scripts, "the blocked one and the loaded one").toEqual([check, check]);
  await expect(page.locator("iframe"), "the frame is gone").toHaveCount(0);
});

test("a sign-up reads the rules of reCAPTCHA once its form gets the focus, and sends a token with the first request, as its verification mail does", async ({
  page,
  request,
}) => {
  await demand(request, "ENFORCE");
  const bea = newPerson("bea");
  const proofs = watchProofs(page);
  await openForm(page, "/auth/signup");
  const read = page.waitForResponse(/recaptchaConfig/);
  await page.getByRole("main").getByLabel("Email").focus();
  expect((await read).status()).toBe(200);
  await fillSignUp(page, bea);
  await expect(page).toHaveURL("/dashboard");
  await mailTo(request, bea.email, "VERIFY_EMAIL");
  expect(proofs).toEqual(["signUp token", "sendOobCode token"]);
});
