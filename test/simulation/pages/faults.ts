import type { PageFault } from "./bundle.ts";

/** Mistakes in the site's code between the identity client and React, one at a time. */
export const PAGE_FAULTS: readonly PageFault[] = [
  {
    name: "the end of an earlier user's task writes the state of the present user",
    file: "src/identity/state/user-state.ts",
    find: "if (writer === currentUid()) store",
    replace: "store",
  },
  {
    name: "a user's state outlives the user",
    file: "src/identity/state/user-state.ts",
    find: "    store.setState({ value: initial });",
    replace: "",
  },
  {
    name: "an earlier user's document stays open",
    file: "src/identity/state/user-state.ts",
    find: "if (held) close(held.resource);",
    replace: "",
  },
  {
    name: "a document whose code comes late opens for a user who has left",
    file: "src/account/live-document.ts",
    find: "if (isClosed) document.dispose();",
    replace: "if (false) document.dispose();",
  },
  {
    name: "what a user has typed stays for the next user",
    file: "src/identity/state/user-storage.ts",
    find: "else if ((uid !== undefined || isSignedOut) &&",
    replace: "else if (isSignedOut &&",
  },
  {
    name: "a sign-out in another tab leaves what the user has typed",
    file: "src/identity/state/user-storage.ts",
    find: "(uid !== undefined || isSignedOut)",
    replace: "(uid !== undefined)",
  },
  {
    name: "an ended session takes what the user has typed",
    file: "src/identity/state/user-storage.ts",
    find: 'session.status === "signed-out" && session.reason === undefined',
    replace: 'session.status === "signed-out"',
  },
  {
    name: "a save overwrites what was saved between its read and its write",
    file: "src/account/save-profile.ts",
    find: "{ merge: true, ifUpdateTime: snapshot.updateTime }",
    replace: "{ merge: true }",
  },
  {
    name: "two pages make a new user's document at a time",
    file: "src/account/save-profile.ts",
    find: ", ifMissing: true",
    replace: "",
  },
  {
    name: "a save does not compare with what another page has saved",
    file: "src/account/save-profile.ts",
    find: "&& current !== base[field]",
    replace: "&& false",
  },
  {
    name: "the stored session is watched beside the client",
    file: "src/identity/client/client.ts",
    find: "  stopWatching();\n  created",
    replace: "  created",
  },
  {
    name: "the state of a client that has not read storage is shown",
    file: "src/identity/client/client.ts",
    find: 'else if (state.status === "signed-in" || state.reason !== undefined) session',
    replace: "else session",
  },
  {
    name: "code that did not arrive is never fetched again",
    file: "src/lib/lazy-value.ts",
    find: "          pending = undefined;\n",
    replace: "",
  },
  {
    name: "a failed sign-out is not shown",
    file: "src/identity/client/sign-out.ts",
    find: ".catch(() => signOutFailed.set(uid, true))",
    replace: ".catch(() => undefined)",
  },
  {
    name: "the session of Google's SDK is removed before it is stored",
    file: "packages/identity/src/adoption/adoption.ts",
    find: "    let isOffered = false;\n",
    replace: "    await former?.remove();\n    let isOffered = false;\n",
  },
  {
    name: "the session of Google's SDK is removed although it could not be stored",
    file: "packages/identity/src/adoption/adoption.ts",
    find: "      return change(begun);\n    });",
    replace: "      return change(begun);\n    }).finally(() => removeSdkSession(key));",
  },
  {
    name: "the session of Google's SDK stays where it was",
    file: "packages/identity/src/adoption/adoption.ts",
    // In the function itself, because the next read removes what the first removal has left.
    find: "await Promise.allSettled(places.map((other) => other.remove(key, mayRemove(other))));",
    replace: "",
  },
  {
    name: "a session of Google's SDK replaces the client's own",
    file: "packages/identity/src/adoption/adoption.ts",
    find: "if (!former || isOver) return stored;",
    replace: "if (!former) return stored;",
  },
  {
    name: "a session of Google's SDK is taken over again",
    file: "packages/identity/src/adoption/adoption.ts",
    find: "    if (readAdopted(inner, key).includes(session.generation)) return stored;\n",
    replace: "",
  },
  {
    name: "the session of Google's SDK is removed although another page has stored one first",
    file: "packages/identity/src/adoption/adoption.ts",
    find: "isOffered = !isOver;",
    replace: "isOffered = true;",
  },
  {
    name: "a page writes before it has looked for a session of Google's SDK",
    file: "packages/identity/src/adoption/adoption.ts",
    find: "    if (!isOver) await lookOnce();\n",
    replace: "",
  },
];
