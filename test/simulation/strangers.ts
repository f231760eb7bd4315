import type { Row } from "./actions.ts";
import { KINDS } from "./kinds.ts";
import { ORIGIN } from "./site/backend.ts";

const GUESSES = 6;
const MOST_MS = 600;
/** A cookie of the server's form that it has never set. */
const GUESSED = `session=${"guess".padEnd(43, "-")}`;

const exchangeOf = (handle: string): Request =>
  new Request(`${ORIGIN}/api/session/token`, {
    method: "POST",
    headers: {
      cookie: GUESSED,
      origin: ORIGIN,
      "x-session": handle,
      "x-forwarded-for": "203.0.113.10",
      "content-type": "application/json",
    },
    body: JSON.stringify({ held: "" }),
  });
const tokenIn = (text: string): string | undefined => /"id_token":\s*"([^"]+)"/.exec(text)?.[1];

/** A stranger who knows a session's ID asks for its tokens while the session's own page asks for them too. */
export const guessCookie: Row["perform"] = (scene, action) => {
  const { site, scheduler, profile } = scene;
  const client = profile.tabs.get(action.tab)?.client;
  const handle = client && profile.library.sessionIdOf(client);
  if (!site || handle === undefined) return;
  KINDS.forcesToken.perform(scene, action);
  for (let count = 0; count < GUESSES; count += 1)
    scheduler.after((count * MOST_MS) / GUESSES, () => {
      void site.handle(exchangeOf(handle), "").then(
        ({ text }) => {
          if (tokenIn(text) !== undefined)
            profile.rules.fail("a session opens to its own cookie only", "a guessed cookie gets a token");
        },
        () => {},
      );
    });
};
