import { call, type Row, tabOf } from "../actions.ts";

/** The steps of a world whose pages run the site's own code. */
export const PAGE_KINDS = {
  types: {
    weight: 8,
    text: (tab) => `in ${tab}, the user types a name`,
    perform: (scene, action) => {
      const tab = tabOf(scene, action);
      if (!tab.page.isFrozen) scene.pages?.types(tab);
    },
  },
  savesName: {
    weight: 16,
    text: (tab) => `in ${tab}, the user saves a name`,
    perform: (scene, action) => call(scene, action, "save", async (tab) => scene.pages?.saves(tab)),
  },
  pressesSignOut: {
    weight: 8,
    text: (tab) => `in ${tab}, the user presses “Sign out”`,
    perform: (scene, action) => {
      const tab = tabOf(scene, action);
      if (!tab.page.isFrozen) scene.pages?.pressSignOut(tab);
    },
  },
  sdkSignsIn: {
    weight: 6,
    text: (_, person) =>
      `${person} signs in on a page of an older release, whose session Google’s SDK stores`,
    perform: (scene, _, person) => void scene.pages?.sdk.signIn(person),
  },
} satisfies Record<string, Row>;
