import { createIdentityClient } from "@tallybin/identity";
import type { LoadedStory } from "@tallybin/local-services/storybook";
import { SignedIn as readme } from "../snippets/storybook-story.ts";

/** Made at import, as an application's module does. */
const identity = createIdentityClient({ apiKey: "demo-key", projectId: "demo-project" });

/** Shows who is signed in when the story is rendered. */
const render = (_args: object, { loaded }: { loaded: LoadedStory }) => {
  const text = document.createElement("p");
  text.id = "who";
  const state = identity.getState();
  text.textContent = state.status === "signed-in" ? `signed in: ${state.user.email}` : state.status;
  text.title = `${loaded.account?.email}`;
  return text;
};

export default { title: "Account", render };
export const SignedIn = { ...readme };
export const SignedOut = {};
