import { signUp } from "@tallybin/identity";
import { beforeAll, expect, test } from "vitest";
import { userDocument } from "../../src/account/live-document.ts";
import { storedUser } from "../../src/account/stored-user-store.ts";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";

const ada = { email: "ada@example.com", password: "correct horse" };
const local = stubLocalServices();

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
  userDocument.start();
});

test("a device with an unexpired ID token does not write the address of a deleted account into its document again", async () => {
  await signUp(await identityClient(), ada);
  await until(() => expect(local.sent("documents:commit")).toHaveLength(1));
  const session = sessionStore.getState();

  // Another device deletes document and account; this one is opened afterwards.
  local.services.reset();
  sessionStore.setState({ status: "unknown" }, true);
  sessionStore.setState(session, true);

  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  expect(local.sent("documents:commit")).toHaveLength(1);
  expect(storedUser.get()).toEqual({ status: "none" });
});
