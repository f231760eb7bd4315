import type { PublicConfig } from "@tallybin/contract/public-config";
import { signUp, type User } from "@tallybin/identity";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { App } from "../../../src/app/app.tsx";
import { createFixedLocation } from "../../../src/app/navigation.ts";
import { routeAt } from "../../../src/app/routes.ts";
import { siteConfig } from "../../../src/config/site-config.ts";
import { identityClient, startSession } from "../../../src/identity/client/client.ts";
import { signOut } from "../../../src/identity/client/sign-out.ts";
import { sessionStore } from "../../../src/identity/state/session-store.ts";
import { useSession } from "../../../src/identity/state/user-state.ts";
import { putConfig } from "./config.ts";
import { stubLocalServices } from "./local.ts";
import { render } from "./render.tsx";
import { until } from "./until.ts";

export const ADA = { email: "ada@example.com", password: "example-correct-horse" };

/**
 * The site with its local services, for the tests of one file. Each test begins at `/`, signed out, with services
 * that have no data.
 */
export function startSite(changes: Partial<PublicConfig> = {}) {
  const local = stubLocalServices();
  beforeAll(() => {
    putConfig(changes);
    startSession(siteConfig(), { eager: true });
  });
  beforeEach(() => {
    local.services.reset();
    local.requests.length = 0;
  });
  afterEach(async () => {
    local.services.failures.clear();
    await leave();
    sessionStorage.clear(); // the next test's user has the same ID
    window.history.replaceState(null, "", "/");
  });
  return local;
}

/** Signs the user out, if there is one. Resolves when the site knows it. */
export async function leave(): Promise<void> {
  await identityClient();
  if (sessionStore.getState().status === "signed-in") signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
}

export const signUpAs = async (email: string): Promise<User> =>
  signUp(await identityClient(), { ...ADA, email });
export const signUpAda = () => signUpAs(ADA.email);

/** Opens the page of an address. */
export async function open(address: string, state: unknown = null): Promise<void> {
  window.history.replaceState(state, "", address);
  const { pathname, search } = window.location;
  await routeAt(pathname).page.load();
  await render(
    <App location={createFixedLocation(pathname, search.slice(1))} origin="https://tallybin.example" />,
  );
}

/** Renders a part of a page with the signed-in user. Empty without one. */
export function ForUser({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession();
  return session.status === "signed-in" ? children(session.user) : null;
}
