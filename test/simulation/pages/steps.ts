import { call, type Row, row, tabOf } from "../actions.ts";

/** The steps of a world whose pages run the site's own code. */
export const PAGE_KINDS = {
  types: row(8, (scene, action) => {
    const tab = tabOf(scene, action);
    if (!tab.page.isFrozen) scene.pages?.types(tab);
  }),
  savesName: row(16, (scene, action) => call(scene, action, "save", async (tab) => scene.pages?.saves(tab))),
  pressesSignOut: row(8, (scene, action) => {
    const tab = tabOf(scene, action);
    if (!tab.page.isFrozen) scene.pages?.pressSignOut(tab);
  }),
  /** On a page of an older release, whose session Google's SDK stores. */
  sdkSignsIn: row(6, (scene, _, person) => void scene.pages?.sdk.signIn(person)),
} satisfies Record<string, Row>;
