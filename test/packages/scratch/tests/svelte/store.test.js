import { signOut, signUp } from "@tallybin/identity";
import { mount, tick, unmount } from "svelte";
import { derived, get } from "svelte/store";
import { expect, test } from "vitest";
import { identity } from "../../src/identity.js";
import Readme from "../../src/readme.svelte";

test("the Svelte component of the README shows the session state and each change of the state", async () => {
  await identity.ready();
  const component = mount(Readme, { target: document.body });
  const shown = async () => {
    await tick();
    return document.body.textContent.trim();
  };
  expect(await shown()).toBe("signed-out");
  await signUp(identity, { email: "ada@example.test", password: "correct horse" });
  expect(await shown()).toBe("Hello ada@example.test");
  await signOut(identity);
  expect(await shown()).toBe("signed-out");
  await unmount(component);
});

test("`get` and `derived` of svelte/store accept the identity client as a store", async () => {
  await identity.ready();
  const status = derived(identity, (state) => state.status);
  expect([get(identity).status, get(status)]).toEqual(["signed-out", "signed-out"]);
});
