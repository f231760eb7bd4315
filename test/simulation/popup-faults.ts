import type { Fault } from "./client-faults.ts";

const popups = (name: string, file: string, find: string, replace: string): Fault => ({
  ...{ name, file, find, replace, world: "popups" },
});
const runner = (name: string, find: string, replace: string): Fault =>
  popups(name, "popup/runner.ts", find, replace);
const redirect = (name: string, find: string, replace: string): Fault =>
  popups(name, "popup/redirect.ts", find, replace);
const callback = (name: string, find: string, replace: string): Fault =>
  popups(name, "popup/callback.ts", find, replace);

/** Mistakes in the code around the popup's lifecycle, which the exhaustive search has only as a model, and in redirects. */
export const POPUP_FAULTS: readonly Fault[] = [
  runner(
    "an answer counts although the user has signed in or out since",
    "isCurrent: session.lasts()",
    "isCurrent: true",
  ),
  runner("a session that came and went is forgotten", "hasChanged ||= isKnown &&", "hasChanged = isKnown &&"),
  runner(
    "two popups of a tab wait at once",
    "    shared.cancelPopup?.();\n    shared.cancelPopup = cancel;",
    "",
  ),
  runner(
    "a cancel leaves the answer that Google checks alive",
    "          startSignIn(client);\n          return;",
    "          return;",
  ),
  // `createSession` compares the users too, so only the caller's reason is wrong: `user-mismatch`.
  popups(
    "a link's tokens go to whoever is signed in",
    "client/session-call.ts",
    'if (user.uid !== owner) throw new IdentityError("session-changed");',
    "",
  ),
  popups(
    "a session that ends after a proof of identity counts as another person's account",
    "sign-in/credential.ts",
    `return replaceTokens(own, () =>
    credential.present(parts.http, { isReauthentication: true }).catch((error) => {`,
    `return Promise.resolve(
    replaceTokens(own, () => credential.present(parts.http, { isReauthentication: true })).catch((error) => {`,
  ),
  runner("a popup's subscription is not removed", "          session.stop();\n", ""),
  runner("a popup's listener to its page is not removed", "          stopPage();\n", ""),
  runner("a popup's channel stays open", "          channel.close();\n", ""),
  runner("a popup looks at its window once", "        setTimer();\n      }", "      }"),
  popups(
    "an answer counts without the state that was sent",
    "popup/authorize.ts",
    " || fields.getAll(name).join() !== asked.get(name)",
    "",
  ),
  callback(
    "a popup that is back keeps its attempt",
    "    sessionStorage.removeItem(attemptKey(namespace));\n",
    "",
  ),
  callback(
    "the callback page's address keeps the code",
    'history.replaceState(null, "", location.pathname);',
    "",
  ),
  redirect(
    "a reload sends a redirect's answer again",
    "  tryTo(() => window.sessionStorage.removeItem(redirectKey(namespace)));\n",
    "",
  ),
  redirect(
    "a redirect's answer counts although another user has signed in since",
    "    parts.runner.getSession()?.generation !== pending.generation ||\n",
    "",
  ),
  redirect(
    "a redirect's answer counts although the user has begun another sign-in",
    " ||\n    parts.runner.getLatestSignIn() !== attempt",
    "",
  ),
];
