import type { APIRequestContext, Page, Request } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { paired } from "../matrix.ts";
import { signOut, storeSession } from "../session.ts";
import { createAccount, EXCHANGE, fillSignIn, hold, type Person } from "../support.ts";
import { card, field, press, SETTINGS, signInElsewhere } from "./support.ts";

const NEW_PASSWORD = "another-example-horse";

/** How the page learns of another user. */
const switches = [
  {
    how: "signs in in another tab",
    become: async (second: Page, other: Person) => {
      await second.goto("/");
      await signOut(second);
      await second.goto("/auth/signin");
      await fillSignIn(second, other);
      await expect(second).toHaveURL("/dashboard");
    },
  },
  {
    how: "signs in while the tab sleeps", // this tab slept and missed the sign-out in between
    become: (second: Page, _other: Person, request: APIRequestContext, uid: string) =>
      storeSession(second, request, uid),
  },
];

/** Each change takes several calls. One call is pending while another tab switches the user. No call may follow it. */
const changes = [
  {
    name: "a new password",
    begin: async (page: Page, { password }: Person) => {
      await field(page, "Password", "Current password").fill(password);
      await field(page, "Password", "New password").fill(NEW_PASSWORD);
      await field(page, "Password", "Confirm password").fill(NEW_PASSWORD);
      await press(page, "Password", "Change password");
    },
    held: /accounts:signInWithPassword/,
    next: (later: Request) => /accounts:(update|delete)/.test(later.url()),
  },
  {
    name: "the message that verifies a new address",
    begin: async (page: Page, { email }: Person) => {
      await field(page, "Email", "New email").fill(`new.${email}`);
      await press(page, "Email", "Change email");
    },
    held: /accounts:update/,
    next: (later: Request) => /accounts:sendOobCode/.test(later.url()),
  },
  {
    name: "a deletion that waits for fresh claims",
    begin: async (page: Page, { email }: Person) => {
      await field(page, "Delete account", `Type ${email} to confirm`).fill(email);
      await press(page, "Delete account", "Delete my account");
    },
    held: EXCHANGE,
    // Commits that set a field are allowed: they store the new user's address in that user's document.
    next: (later: Request) =>
      /accounts:delete/.test(later.url()) ||
      (/documents:commit/.test(later.url()) && /"delete"/.test(later.postData() ?? "")),
  },
];

test.use({ signedInAs: "unverified" });

for (const [{ name, begin, held, next }, { how, become }] of paired(changes, switches))
  test(`a change (${name}) that one user began is not continued once another user ${how}`, async ({
    page,
    customer,
    request,
  }) => {
    const bob = newPerson("bob");
    const { localId } = await createAccount(request, bob);
    await page.goto(SETTINGS);
    const call = await hold(page, held);
    const followed: string[] = [];
    await begin(page, customer);
    const sent = await call.asked;
    const second = await page.context().newPage();
    await become(second, bob, request, localId);
    await second.close();
    await expect(card(page, "Email")).toContainText(bob.email);
    page.on("request", (later) => {
      if (next(later)) followed.push(later.url());
    });
    call.release();
    await sent.response(); // null if the sign-in of the other user has canceled the call
    await page.reload(); // after the reload, the previous page can send no further call
    await expect(card(page, "Email")).toContainText(bob.email);
    await signInElsewhere(request, bob);
    expect(followed).toEqual([]);
  });
