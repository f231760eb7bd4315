import { equal } from "../../firebase-auth/world.ts";
import { type Flow, here, siteOf } from "../flow.ts";

const HOUR_MS = 3_600_000;

/** Google's Firestore SDK takes the user from whichever module is `firebase/auth`. */
export const firestore: Flow = {
  name: "Firestore",
  files: async (build) => siteOf(await build(`import "${here}firestore/page.ts";`)),
  run: async ({ control, services }, { context, origin }, say) => {
    const page = await context.newPage();
    await page.goto(origin);
    const call = (name: string, ...args: string[]): Promise<unknown> =>
      page.evaluate(
        ([called = "", ...given]) =>
          (globalThis as unknown as Record<string, (...args: string[]) => unknown>)[called]?.(...given),
        [name, ...args],
      );
    const shows = (last: string) =>
      page.waitForFunction(
        (wanted) => (globalThis as unknown as { shown: string[] }).shown.at(-1) === wanted,
        last,
      );
    /** Writes as an administrator, so that only the listener can show it. */
    const writeElsewhere = async (uid: unknown, name: string) => {
      const path = `${services}/v1/projects/demo-tallybin/databases/(default)/documents/users/${uid}`;
      const headers = { authorization: "Bearer owner", "content-type": "application/json" };
      const body = JSON.stringify({ fields: { name: { stringValue: name } } });
      const { status } = await fetch(path, { method: "PATCH", headers, body });
      equal(status, 200, "status of the administrator's write");
    };
    await page.waitForFunction(() => "watch" in globalThis);

    equal(await call("read", "anyone"), "permission-denied", "read without a user");
    const ada = await call("signUp", "ada@example.test", "correct horse");
    equal(await call("write", "Ada"), "allowed", "write of the own document");
    equal(await call("read", "anyone"), "permission-denied", "read of another's document");
    await call("watch");
    await shows("Ada");
    say("the user of a sign-up reads and writes the own document only");

    const before = await call("token");
    await control.advance(HOUR_MS + 60_000);
    await writeElsewhere(ada, "Ada L.");
    await shows("Ada L.");
    equal(await call("write", "Ada Lovelace"), "allowed", "write after the token's end");
    await shows("Ada Lovelace");
    equal((await call("token")) !== before, true, "another token");
    say("the listener and the writes continue over a token's end");

    await page.reload();
    await page.waitForFunction(() => (globalThis as unknown as { uid(): unknown }).uid() !== undefined);
    equal(await call("uid"), ada, "user after a reload");
    await call("watch");
    await shows("Ada Lovelace");
    say("a stored session reads after a reload");

    await call("signOut");
    await shows("permission-denied");
    equal(await call("read", String(ada)), "permission-denied", "read after the sign-out");
    say("a sign-out ends the listener");

    const grace = await call("signUp", "grace@example.test", "correct horse");
    equal(await call("write", "Grace"), "allowed", "write of the second user");
    equal(await call("read", String(ada)), "permission-denied", "read of the first user's document");
    equal(await call("signIn", "ada@example.test", "correct horse"), ada, "user");
    equal(await call("read", String(grace)), "permission-denied", "read of the second user's document");
    equal(await call("read", String(ada)), "allowed", "read of the own document");
    say("each call has the token of the user at its time");
  },
};
