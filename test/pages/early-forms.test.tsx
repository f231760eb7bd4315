import { afterEach, expect, test, vi } from "vitest";
import { routes } from "../../src/app/routes.ts";
import { accessOf } from "../../src/config/paths.ts";
import { createEarlyForm } from "../../src/lib/early-form.ts";
import { pressForm } from "../../src/lib/early-press.ts";
import { putConfig } from "./support/config.ts";
import { only, put } from "./support/render.tsx";
import { until } from "./support/until.ts";
import "../../src/entry/early.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A prerendered form of one field, with the element for its problem, and with a held press. */
function putForm(text: string): HTMLFormElement {
  const form = document.body.appendChild(document.createElement("form"));
  form.innerHTML =
    '<input name="text" aria-describedby="hint error"><p id="error"></p><button type="submit" aria-busy="true"></button>';
  form.dataset["held"] = "";
  put(only("input", form), text);
  return form;
}

const createForm = (act: (values: { text: string }) => Promise<string> = async () => "done") =>
  createEarlyForm<{ text: string }, string>({
    fields: ["text"],
    read: (typed) => (typed.text === "" ? { problems: { text: "Please enter a text" } } : { values: typed }),
    act,
  });

test("an early form sends only one request, and its outcome can be taken only once", async () => {
  const act = vi.fn(async () => "done");
  const form = createForm(act);
  await pressForm(form, putForm("first"));
  await pressForm(form, putForm("second"));
  expect(act).toHaveBeenCalledExactlyOnceWith({ text: "first" });
  const taken = form.take() ?? { text: "" };
  expect(taken).toEqual({ text: "first" });
  await expect(form.run(taken)).resolves.toBe("done");
  expect(act).toHaveBeenCalledOnce();
  await form.run(taken);
  expect(act, "a later press is a request of its own").toHaveBeenCalledTimes(2);
  expect(form.take()).toBeUndefined();
});

test("an early form sends nothing once the hydrated form has taken over", async () => {
  const act = vi.fn(async () => "done");
  const form = createForm(act);
  expect(form.take()).toBeUndefined();
  await pressForm(form, putForm("late"));
  expect(act).not.toHaveBeenCalled();
});

test("a failed early request causes no unhandled rejection, and its error reaches the form", async () => {
  const form = createForm(() => Promise.reject(new Error("refused")));
  await pressForm(form, putForm("text"));
  await settled();
  const taken = form.take();
  await expect(taken && form.run(taken)).rejects.toThrow("refused");
});

test("an early press with an empty field shows its problem, focuses it, and stops to be busy", async () => {
  const act = vi.fn(async () => "done");
  const form = createForm(act);
  const element = putForm("");
  const field = only<HTMLInputElement>("input", element);
  await pressForm(form, element);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(only("p", element).textContent).toBe("Please enter a text");
  expect(document.activeElement).toBe(field);
  expect("held" in element.dataset).toBe(false);
  expect(only("button", element).hasAttribute("aria-busy")).toBe(false);
  put(field, "text");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await until(() => expect(only("p", element).textContent).toBe(""));
  expect(field.hasAttribute("aria-invalid")).toBe(false);
  expect(act).not.toHaveBeenCalled();
});

test("the entry script performs presses on prerendered forms, made before or after it starts, and leaves hydrated forms alone", async () => {
  putConfig();
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.text());
    return Response.json({ status: "success", code: "ok", message: "", data: null });
  });
  const putContact = (text: string): HTMLFormElement => {
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form.dataset, { form: "contact", hold: "" });
    for (const [name, value] of Object.entries({ name: "", email: "ada@example.com", message: text }))
      put(form.appendChild(Object.assign(document.createElement("input"), { name })), value);
    return form;
  };
  const press = (form: HTMLFormElement) =>
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  const hydrated = putContact("hydrated");
  delete hydrated.dataset["hold"];
  hydrated.addEventListener("submit", (event) => event.preventDefault());
  const early = putContact("early");
  press(early);
  const { startEarlyForms } = await import("../../src/entry/early-forms.ts");
  startEarlyForms();
  press(hydrated);
  await until(() => expect(sent).toEqual(['[["","ada@example.com","early"]]']));
  press(early);
  await settled();
  expect(sent, "one request is under way").toHaveLength(1);
});

test("the first script and the route table agree on the access of each path", () => {
  for (const [path, route] of Object.entries(routes)) {
    expect(accessOf(path), path).toBe(route.access);
    if (path !== "/") expect(accessOf(`${path}/`), `${path}/`).toBe(route.access);
  }
  expect(accessOf("/auth/no-such-type")).toBe("entry");
  expect(accessOf("/auth/one/two")).toBe("public");
});
