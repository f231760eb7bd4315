import { createIdentityClient } from "@tallybin/identity";
import type { LoadedStory } from "@tallybin/local-services/storybook";
import { SignedIn as readme } from "../snippets/storybook-story.ts";

/** Shows who is signed in. */
const render = (_args: object, { loaded }: { loaded: LoadedStory }) => {
  const text = document.createElement("p");
  text.id = "who";
  const identity = createIdentityClient({
    apiKey: "demo-key",
    projectId: loaded.services.projectId,
  });
  void identity.ready().then((state) => {
    text.textContent = state.status === "signed-in" ? `signed in: ${state.user.email}` : state.status;
  });
  return text;
};

export default { title: "Account", render };
export const SignedIn = { ...readme };
export const SignedOut = {};
