import { afterEach, expect, test, vi } from "vitest";
import { isPrivateRoute, routes } from "../../src/app/routes.ts";
import { isPrivatePage, pageAt } from "../../src/config/paths.ts";
import { createEarlyAction, performHeldSubmits } from "../../src/lib/early-action.ts";
import "../../src/entry/early.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => document.body.replaceChildren());

test("an early action begins only once, and its outcome can be taken only once", async () => {
  const action = createEarlyAction<{ text: string }, string>();
  const first = { text: "first" };
  const act = vi.fn(async () => "done");
  action.begin(first, act);
  action.begin({ text: "second" }, act);
  expect(act).toHaveBeenCalledOnce();
  expect(action.take()).toBe(first);
  await expect(action.outcomeOf(first)).resolves.toBe("done");
  expect(action.outcomeOf(first)).toBeUndefined();
  expect(action.take()).toBeUndefined();
});

test("an early action does not begin once the form has taken over", () => {
  const action = createEarlyAction<object, void>();
  const act = vi.fn(async () => undefined);
  expect(action.take()).toBeUndefined();
  action.begin({}, act);
  expect(act).not.toHaveBeenCalled();
});

test("a failed early action causes no unhandled rejection, and its error reaches the form", async () => {
  const action = createEarlyAction<object, void>();
  const values = {};
  action.begin(values, () => Promise.reject(new Error("refused")));
  await settled();
  action.take();
  await expect(action.outcomeOf(values)).rejects.toThrow("refused");
});

test("the entry script performs submits of held forms, made before or after it starts, and leaves hydrated forms alone", async () => {
  const put = (): HTMLFormElement => {
    const form = document.body.appendChild(document.createElement("form"));
    form.dataset["hold"] = "";
    return form;
  };
  const press = (form: HTMLFormElement) =>
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  const [before, after, hydrated] = [put(), put(), put()];
  delete hydrated.dataset["hold"];
  press(before);
  const performed: HTMLFormElement[] = [];
  performHeldSubmits([(form) => void performed.push(form)]);
  expect(performed).toEqual([before]);
  hydrated.addEventListener("submit", (event) => event.preventDefault());
  press(after);
  press(hydrated);
  await settled();
  expect(performed).toEqual([before, after]);
});

test("the early script and the route table agree on which paths are private", () => {
  for (const [path, route] of Object.entries(routes)) {
    expect(isPrivatePage(pageAt(path)), path).toBe(isPrivateRoute(route));
    if (path !== "/") expect(isPrivatePage(pageAt(`${path}/`)), `${path}/`).toBe(isPrivateRoute(route));
  }
  expect(isPrivatePage(pageAt("/auth/no-such-type"))).toBe(true);
  expect(isPrivatePage(pageAt("/auth/one/two"))).toBe(false);
});
