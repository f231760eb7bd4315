import { afterEach, expect, test, vi } from "vitest";
import { ContactForm } from "../../src/contact/contact-panel.tsx";
import { putConfig } from "./support/config.ts";
import { field, only, render, settle, texts, type } from "./support/render.tsx";
import { until } from "./support/until.ts";

afterEach(() => vi.unstubAllGlobals());

const form = () => only<HTMLFormElement>("form");
const submit = () => form().dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));

/** A filled-in form, and an endpoint that responds when the test says so. */
async function filledIn() {
  let answer = (): void => undefined;
  const fetched = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answer = () => resolve(Response.json({}));
      }),
  );
  vi.stubGlobal("fetch", fetched);
  putConfig();
  await render(<ContactForm />);
  await settle(submit);
  await until(() => expect(texts("form").join()).toContain("Please enter an email address")); // the code has loaded
  await type(field("email"), "ada@example.com");
  await type(field("message"), "Hello");
  return { fetched, answer: () => settle(answer) };
}

test("two submits of the contact form in the same task send one message, and its button is busy meanwhile", async () => {
  const { fetched, answer } = await filledIn();
  await settle(() => {
    submit();
    submit();
  });
  await until(() => expect(fetched).toHaveBeenCalled());
  expect(only("form button").getAttribute("aria-busy")).toBe("true");
  await answer();
  await until(() => expect(texts("form").join()).toContain("has been sent"));
  expect(fetched).toHaveBeenCalledOnce();
});

test("text typed into the contact form while a message is being sent stays in the form", async () => {
  const { fetched, answer } = await filledIn();
  await settle(submit);
  await until(() => expect(fetched).toHaveBeenCalled());
  await type(field("message"), "One more thing");
  await answer();
  await until(() => expect(field("email").value).toBe(""));
  expect(field("message").value).toBe("One more thing");
});
