import { sendPasswordResetEmail, signUp } from "@tallybin/identity";
import { beforeAll, expect, test } from "vitest";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { takeOobCode } from "../../src/identity/methods/oob-code.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { ChangePassword } from "../../src/pages/auth/change-password.tsx";
import { typedEmail } from "../../src/pages/auth/typed-email.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { only, render, settle, texts, type } from "./support/render.tsx";

const local = stubLocalServices();

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
});

test("a user who resets another account's password can sign out and sign in to that account", async () => {
  const client = await identityClient();
  await signUp(client, { email: "ada@example.com", password: "example-correct-horse" });
  await sendPasswordResetEmail(client, "ada@example.com");
  await signUp(client, { email: "bob@example.com", password: "example-correct-horse" });
  const code = local.services.outbox.list({ to: "ada@example.com", type: "PASSWORD_RESET" })[0]?.code ?? "";
  window.history.replaceState(null, "", `/auth/changepass?oobCode=${code}`);
  takeOobCode();

  await render(<ChangePassword next="/dashboard" />);
  await until(() => expect(texts("main, p").join()).toContain("New password for ada@example.com"));
  await type(only<HTMLInputElement>("input[name=pass]"), "example-battery-staple");
  await type(only<HTMLInputElement>("input[name=confirmPass]"), "example-battery-staple");
  await settle(() => only<HTMLFormElement>("form").requestSubmit());
  await until(() => expect(texts("p").join()).toContain("you’re still signed in as bob@example.com"));

  const [button] = [...document.querySelectorAll("button")].filter(({ textContent }) =>
    textContent?.includes("sign in as ada@example.com"),
  );
  await settle(() => button?.click());
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  await until(() => expect(window.location.pathname).toBe("/auth/signin"));
  expect(typedEmail.get()).toBe("ada@example.com");
});
