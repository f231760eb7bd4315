import { sendPasswordResetEmail } from "@tallybin/identity";
import { expect, test } from "vitest";
import { identityClient } from "../../src/identity/client/client.ts";
import { takeOobCode } from "../../src/identity/methods/oob-code.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { ChangePassword } from "../../src/pages/auth/auth-page.tsx";
import { typedEmail } from "../../src/pages/auth/typed-email.ts";
import { field, render, settle, submit, texts, type } from "./support/render.tsx";
import { ADA, signUpAda, signUpAs, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const local = startSite();

test("a user who resets another account's password can sign out and sign in to that account", async () => {
  await signUpAda();
  await sendPasswordResetEmail(await identityClient(), ADA.email);
  await signUpAs("bob@example.com");
  const code = local.services.outbox.list({ to: "ada@example.com", type: "PASSWORD_RESET" })[0]?.code ?? "";
  window.history.replaceState(null, "", `/auth/changepass?oobCode=${code}`);
  takeOobCode();

  await render(<ChangePassword next="/dashboard" />);
  await until(() => expect(texts("main, p").join()).toContain("New password for ada@example.com"));
  for (const name of ["pass", "confirmPass"]) await type(field(name), "example-battery-staple");
  await submit("pass");
  await until(() => expect(texts("p").join()).toContain("you’re still signed in as bob@example.com"));

  const [button] = [...document.querySelectorAll("button")].filter(({ textContent }) =>
    textContent?.includes("sign in as ada@example.com"),
  );
  await settle(() => button?.click());
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  await until(() => expect(window.location.pathname).toBe("/auth/signin"));
  expect(typedEmail.get()).toBe("ada@example.com");
});
