import { type Action, call, msOf, type Row, row, type Scene, tabOf } from "./actions.ts";
import type { Tab } from "./browser/tab.ts";

function token(scene: Scene, action: Action, forceRefresh: boolean): void {
  const { rules, library } = scene.profile;
  call(scene, action, "token", async (tab) => {
    if (forceRefresh) rules.forced(tab);
    const state = tab.client.getState();
    const asker = state.status === "signed-in" ? state.user.uid : undefined;
    rules.handedOut(tab, await library.getIdToken(tab.client, { forceRefresh }), asker);
  });
}

/** The name of the person whom a page shows. */
function nameOf({ people }: Scene, client: Tab["client"]): string {
  const state = client.getState();
  const uid = state.status === "signed-in" ? state.user.uid : "";
  return people.find((person) => person.uid === uid)?.name ?? "Somebody";
}

/** What people do in the pages. */
export const USER_KINDS = {
  opens: row(10, (scene, action) => void tabOf(scene, action)),
  signsIn: row(14, (scene, action, { email, password, uid }) =>
    call(scene, action, "sign-in", (tab) => {
      const { rules, library } = scene.profile;
      return rules.signIn(tab, uid, () => library.signInWithPassword(tab.client, { email, password }));
    }),
  ),
  signsInAnonymously: row(2, (scene, action) =>
    call(scene, action, "sign-in", (tab) => {
      const { rules, library } = scene.profile;
      return rules.signIn(tab, "any", () => library.signInAnonymously(tab.client));
    }),
  ),
  changesPassword: row(3, (scene, action) =>
    call(scene, action, "change", async ({ client }) => {
      const state = client.getState();
      const person = scene.people.find(({ uid }) => state.status === "signed-in" && state.user.uid === uid);
      // The same one again, so that later sign-ins need not know.
      if (person) await scene.profile.library.updatePassword(client, person.password);
    }),
  ),
  signsOut: row(8, (scene, action) =>
    call(scene, action, "sign-out", async (tab) => {
      // Without a user, the page has no button for it.
      if (tab.client.getState().status !== "signed-in") return;
      const { custody, rules, library } = scene.profile;
      const isDone = custody.signsOut(tab);
      await rules.signOut(tab, () => library.signOut(tab.client).then(isDone));
    }),
  ),
  asksForToken: row(8, (scene, action) => token(scene, action, false)),
  forcesToken: row(8, (scene, action) => token(scene, action, true)),
  looksUp: row(5, (scene, action) =>
    call(scene, action, "look-up", ({ client }) => scene.profile.library.reload(client)),
  ),
  renames: row(5, (scene, action) =>
    call(scene, action, "rename", ({ client }) => {
      const displayName = `${nameOf(scene, client)} ${action.amount}`;
      return scene.profile.library.updateProfile(client, { displayName });
    }),
  ),
  triesAgain: row(3, (scene, action) => {
    const { page, client } = tabOf(scene, action);
    if (page.isFrozen) return;
    scene.profile.rules.excuse("try again");
    client.retryNow();
  }),
  hides: row(0, (scene, action) => scene.documents?.hide(tabOf(scene, action).page, msOf(action))),
  looksTwice: row(0, (scene, action) => scene.documents?.look(tabOf(scene, action).page, msOf(action))),
  saves: row(0, (scene, action) =>
    call(scene, action, "save", async ({ page }) => scene.documents?.write(page)),
  ),
} satisfies Record<string, Row>;
