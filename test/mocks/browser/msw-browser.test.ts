import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { afterAll, expect, test } from "vitest";
import { launchHeadless } from "../../support/browser.mjs";

const root = fileURLToPath(new URL(".", import.meta.resolve("./page/main.ts")));
const worker = fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"));

const browser = await launchHeadless();
const vite = await createServer({
  root,
  configFile: false,
  cacheDir: fileURLToPath(new URL("../../../.cache/vite-msw-browser", import.meta.url)),
  logLevel: "error",
  server: { host: "127.0.0.1", port: 0, fs: { allow: ["../../../.."] } },
  optimizeDeps: { include: ["msw", "msw/browser", "jose", "valibot", "@simplewebauthn/server"] },
  plugins: [
    {
      name: "mock-service-worker",
      configureServer: ({ middlewares }) => {
        middlewares.use("/mockServiceWorker.js", (_, response) => {
          response.setHeader("content-type", "text/javascript").end(readFileSync(worker));
        });
      },
    },
  ],
});
await vite.listen();
afterAll(async () => {
  await browser.close();
  await vite.close();
});

test("the MSW handlers of the local services work in a browser behind MSW's service worker", {
  timeout: 60_000,
}, async () => {
  const page = await browser.newPage();
  await page.goto(vite.resolvedUrls?.local[0] ?? "");
  const outcomes = await page
    .locator("body[data-outcomes]")
    .getAttribute("data-outcomes", { timeout: 45_000 });
  expect(JSON.parse(outcomes ?? "{}")).toEqual({
    created: 200,
    taken: 400,
    offline: "network error",
    accounts: 1,
    segments: 3,
  });
});

type Outcome = { status: number; message: string };

test("the local services verify passkey ceremonies in a browser, and load the WebAuthn library for the first one", {
  timeout: 90_000,
}, async () => {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const abilities = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true, ...abilities },
  });
  // A passkey belongs to a domain name, never to an IP address.
  await page.goto((vite.resolvedUrls?.local[0] ?? "").replace("127.0.0.1", "localhost"));
  await page.locator("body[data-outcomes]").waitFor({ state: "attached", timeout: 45_000 });
  const outcome = await page.evaluate(async () => {
    const call = async (path: string, body: object) => {
      const response = await fetch(`https://identitytoolkit.googleapis.com/${path}?key=any-key`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      return { answer, outcome: { status: response.status, message: answer.error?.message ?? "" } };
    };
    /** The services send base64, and the browser reads base64url. */
    const withBase64Url = (options: object) =>
      JSON.parse(JSON.stringify(options), (name, value) =>
        ["challenge", "id"].includes(name)
          ? value.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
          : value,
      );
    const isLoaded = () =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("simplewebauthn"));

    const { answer: account } = await call("v1/accounts:signUp", {
      email: "passkey@example.test",
      password: "correct horse",
      returnSecureToken: true,
    });
    const { idToken } = account;
    const { answer: begun } = await call("v2/accounts/passkeyEnrollment:start", { idToken });
    const before = isLoaded();
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      withBase64Url(begun.credentialCreationOptions),
    );
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const { outcome: enrolled } = await call("v2/accounts/passkeyEnrollment:finalize", {
      idToken,
      name: "Browser",
      authenticatorRegistrationResponse: made.toJSON(),
    });
    const signIn = async (change = (signature: string) => signature) => {
      const { answer } = await call("v2/accounts/passkeySignIn:start", {});
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
        withBase64Url(answer.credentialRequestOptions),
      );
      const got = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      const json = got.toJSON() as { response: AuthenticatorAssertionResponseJSON };
      json.response.signature = change(json.response.signature);
      return (await call("v2/accounts/passkeySignIn:finalize", { authenticatorAuthenticationResponse: json }))
        .outcome;
    };
    const forge = (signature: string) =>
      signature.replace(/.{9}$/, (end) => `${end[0] === "A" ? "B" : "A"}${end.slice(1)}`);
    return {
      before,
      enrolled,
      signedIn: await signIn(),
      forged: await signIn(forge),
      after: isLoaded(),
    };
  });
  const ok: Outcome = { status: 200, message: "" };
  expect(outcome).toEqual({
    before: false,
    enrolled: ok,
    signedIn: ok,
    forged: { status: 400, message: "INVALID_AUTHENTICATOR_RESPONSE : INVALID_SIGNATURE" },
    after: true,
  });
});
