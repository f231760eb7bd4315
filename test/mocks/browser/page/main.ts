import { setupWorker } from "msw/browser";
import { createLocalServices } from "../../../../mocks/local-services.ts";

/** The code of mocks/README.md under "In a browser": one set of services in this page, behind MSW's worker. */
const services = createLocalServices();
await setupWorker(...services.handlers).start({ onUnhandledRequest: "bypass", quiet: true });

const signUp = (email: string) =>
  fetch("https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "correct horse", returnSecureToken: true }),
  });

const outcomes = {
  created: (await signUp("ada@example.test")).status,
  taken: (await signUp("ada@example.test")).status,
  offline: "",
  accounts: services.identity.users.size,
  segments: 0,
};
services.failures.add({ fault: { kind: "offline" } });
await signUp("bob@example.test").catch((cause: unknown) => {
  outcomes.offline = cause instanceof TypeError ? "network error" : String(cause);
});
services.failures.clear();
const answer: { idToken: string } = await (await signUp("eve@example.test")).json();
outcomes.segments = answer.idToken.split(".").length;
document.body.dataset["outcomes"] = JSON.stringify(outcomes);
