import { type APIRequestContext, expect, type Page, type Request } from "@playwright/test";

export type Person = { email: string; password: string };

/** The exchange for a new ID token: by the page, or by the server with SESSIONS=server. */
export const EXCHANGE = /securetoken\.googleapis\.com\/v1\/token|\/api\/session\/token/;

/** The button of the account menu, which the header of an account page has before the session is known. */
export const accountButton = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "Account" });
/** The same button, once the page shows that a user is signed in. */
export const accountMenu = (page: Page) =>
  page.locator("header[data-account=signed-in]").getByRole("button", { name: "Account" });
export const signInLink = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Customer Login" });

/**
 * Waits until the forms of a landmark are hydrated. A page whose body has not arrived has no held form either, so this
 * waits for a form that is not held.
 */
export const expectHydrated = (page: Page, landmark: "main" | "footer") =>
  expect(page.locator(`${landmark} form:not([data-hold])`)).toBeAttached();

export const emailField = (page: Page) => page.getByRole("main").getByLabel("Email", { exact: true });
export const passwordField = (page: Page) => page.getByRole("main").getByLabel(/^(New p|P)assword$/);
export const confirmField = (page: Page) =>
  page.getByRole("main").getByLabel("Confirm password", { exact: true });
export const alert = (page: Page) => page.getByRole("main").getByRole("alert");

// Fill in the password first: only the target page has that field, but the previous page may have an email field too.
export const fillSignUp = async (page: Page, { email, password }: Person) => {
  await passwordField(page).fill(password);
  await emailField(page).fill(email);
  await confirmField(page).fill(password);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
};

export const fillSignIn = async (page: Page, { email, password }: Person) => {
  // After a sign-out the page before may still be there, whose fields have the same names.
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await passwordField(page).fill(password);
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

/** Calls the identity service from elsewhere: another device, or an administrator. */
export const callIdentity = (request: APIRequestContext, method: string, data: object) =>
  request.post(`/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local-example-key`, { data });

/** The service's response to a sign-up or sign-in. */
export type Tokens = { localId: string; idToken: string; refreshToken: string; expiresIn: string };

/** Creates an account on another device. */
export const createAccount = async (request: APIRequestContext, person: Person): Promise<Tokens> => {
  const response = await callIdentity(request, "signUp", { ...person, returnSecureToken: true });
  if (!response.ok()) throw new Error(`The account could not be made: ${response.status()}.`);
  return response.json();
};

/** Adds a failure script for one address only, so that parallel tests do not get each other's faults. */
export const failFor = async (
  request: APIRequestContext,
  script: {
    endpoint: string | string[];
    email?: string;
    uid?: string;
    times?: number;
    phase?: "before" | "after";
    fault: {
      kind: string;
      word?: string;
      status?: number;
      forMs?: number;
      ms?: number;
      retryAfterS?: number;
    };
  },
) => {
  const response = await request.post("/__local/failures", { data: script });
  if (!response.ok()) throw new Error(`The failure script was refused: ${await response.text()}`);
  const { id } = await response.json();
  return { remove: () => request.delete(`/__local/failures/${id}`) };
};

/** The requests of a page that fit, so far. */
export const watchRequests = (page: Page, fits: (request: Request) => boolean): Request[] => {
  const found: Request[] = [];
  page.on("request", (request) => {
    if (fits(request)) found.push(request);
  });
  return found;
};
/** The calls of an endpoint, so far. */
export const watchCalls = (page: Page, endpoint: RegExp) =>
  watchRequests(page, (request) => request.method() === "POST" && endpoint.test(request.url()));

/** Holds the responses to some requests until they are released or lost. `asked` resolves to the first request. */
export const hold = async (page: Page, held: RegExp | ((url: URL) => boolean)) => {
  let settle = (_isLost: boolean) => {};
  const settled = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  let tell = (_request: Request) => {};
  const asked = new Promise<Request>((resolve) => {
    tell = resolve;
  });
  await page.route(held, async (route) => {
    tell(route.request());
    return (await settled) ? route.abort("connectionreset") : route.continue();
  });
  return { asked, release: () => settle(false), lose: () => settle(true) };
};
