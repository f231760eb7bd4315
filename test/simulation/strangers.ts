import type { Action, Row, Scene } from "./actions.ts";
import { KINDS } from "./kinds.ts";
import { ORIGIN } from "./site/backend.ts";

const GUESSES = 6;
const MOST_MS = 600;
/** More than the limit of a session. */
const EXCHANGES = 130;
const MARK_LENGTH = 16;
/** A cookie of the server's form that it has never set. */
const GUESSED = `session=${"guess".padEnd(43, "-")}`;

type Caller = { handle: string; cookie: string; client: string };

const exchangeOf = ({ handle, cookie, client }: Caller, held: string): Request =>
  new Request(`${ORIGIN}/api/session/token`, {
    method: "POST",
    headers: {
      ...{ cookie, origin: ORIGIN, "x-session": handle, "x-forwarded-for": client },
      "content-type": "application/json",
    },
    body: JSON.stringify({ held }),
  });
const tokenIn = (text: string): string | undefined => /"id_token":\s*"([^"]+)"/.exec(text)?.[1];

/** The session that a tab shows, if a server keeps it. */
function sessionOf({ profile }: Scene, { tab }: Action) {
  const client = profile.tabs.get(tab)?.client;
  const handle = client && profile.library.sessionIdOf(client);
  const { idToken = "" } = (client && profile.library.partsOf(client).runner.getSession()) ?? {};
  return handle === undefined ? undefined : { handle, idToken };
}

/** A stranger who knows a session's ID asks for its tokens while the session's own page asks for them too. */
export const guessCookie: Row["perform"] = (scene, action) => {
  const { site, scheduler, profile } = scene;
  const own = sessionOf(scene, action);
  if (!site || !own) return;
  const thief = { handle: own.handle, cookie: GUESSED, client: "203.0.113.10" };
  KINDS.forcesToken.perform(scene, action);
  for (let count = 0; count < GUESSES; count += 1)
    scheduler.after((count * MOST_MS) / GUESSES, () => {
      void site.handle(exchangeOf(thief, ""), "").then(
        ({ text }) => {
          if (tokenIn(text) !== undefined)
            profile.rules.fail("a session opens to its own cookie only", "a guessed cookie gets a token");
        },
        () => {},
      );
    });
};

/** A script in a page exchanges its session's token more often than the limit allows, one exchange after the other. */
export const exchangeOften: Row["perform"] = (scene, action) => {
  const { site, profile } = scene;
  const own = sessionOf(scene, action);
  if (!site || !own) return;
  const caller = { handle: own.handle, cookie: profile.cookies.header(), client: "192.0.2.1" };
  const exchangeAll = async (): Promise<void> => {
    let held = own.idToken.slice(-MARK_LENGTH);
    for (let count = 0; count < EXCHANGES; count += 1) {
      const { text } = await site.handle(exchangeOf(caller, held), caller.handle);
      const idToken = tokenIn(text);
      if (idToken === undefined) return;
      held = idToken.slice(-MARK_LENGTH);
    }
  };
  void exchangeAll().catch(() => undefined);
};
