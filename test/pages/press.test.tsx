import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { ContactForm } from "../../src/contact/contact-panel.tsx";
import { isHeldPress, performPress, useHold } from "../../src/lib/held-press.ts";
import { putConfig } from "./support/config.ts";
import { field, only, put, render } from "./support/render.tsx";
import { until } from "./support/until.ts";
import "../../src/entry/early.ts";

/**
 * Sends forms as HTML says: while the `submit` event of a form is being dispatched, its `requestSubmit()` does nothing.
 * happy-dom has no such flag. The flag ends with the task, like the event of a user's press.
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
 */
function submitAsBrowsersDo(): (form: HTMLFormElement) => void {
  let isFiring = false; // not one for each form: happy-dom has two objects for a form, the element and its proxy
  const press = (form: HTMLFormElement): void => {
    if (isFiring) return;
    isFiring = true;
    form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    setTimeout(() => {
      isFiring = false;
    }); // a browser runs the microtasks of each listener within the event
  };
  vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(function (this: HTMLFormElement) {
    press(this);
  });
  return press;
}

/** Moments after the code was asked for: so many tasks, then so many microtasks. They reach past its arrival. */
const MOMENTS = [0, 1, 2, 3].flatMap((tasks) => [...Array(12).keys()].map((turns) => ({ tasks, turns })));
type Moment = (typeof MOMENTS)[number];

async function pass({ tasks, turns }: Moment): Promise<void> {
  for (let task = 0; task < tasks; task += 1) await new Promise((resolve) => setTimeout(resolve));
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

const form = () => only<HTMLFormElement>("form");

test("a submit shortly before or after the contact form's code loads sends the message once", async () => {
  const press = submitAsBrowsersDo();
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("requestIdleCallback", () => 0); // only the focus asks for the code
  putConfig();
  for (const moment of MOMENTS) {
    fetched.mockClear();
    const page = await render(<ContactForm />);
    put(field("email"), "ada@example.com");
    put(field("message"), "Hello");
    only("[name=email]").dispatchEvent(new Event("focusin", { bubbles: true })); // asks for the code
    await pass(moment);
    press(form());
    await until(() => expect(fetched, JSON.stringify(moment)).toHaveBeenCalledOnce());
    await until(() => expect(page.textContent).toContain("has been sent"));
    page.remove();
    await pass({ tasks: 1, turns: 0 }); // the task of the press ends
  }
});

test("a submit shortly before or after a held form becomes ready submits the form once", async () => {
  const press = submitAsBrowsersDo();
  for (const moment of MOMENTS) {
    const submitted = vi.fn();
    let becomeReady = (): void => undefined;
    const Held = () => {
      const [isReady, setReady] = useState(false);
      const [, setPressed] = useState(0);
      becomeReady = () => setReady(true);
      return (
        <form
          {...useHold(isReady)}
          onSubmit={(event) => {
            event.preventDefault();
            setPressed((count) => count + 1); // renders within the event
            submitted();
          }}
        />
      );
    };
    const page = await render(<Held />);
    becomeReady();
    await pass(moment);
    press(form());
    await until(() => expect(submitted, JSON.stringify(moment)).toHaveBeenCalledOnce());
    page.remove();
    await pass({ tasks: 1, turns: 0 }); // the task of the press ends
  }
});

test("after the handler of a held press throws, the next press does not count as held", () => {
  vi.stubGlobal("setTimeout", (task: () => void) => task());
  onTestFinished(() => void vi.unstubAllGlobals());
  const press = () => {
    throw new Error(`held: ${isHeldPress()}`);
  };
  expect(() => performPress(press)).toThrow("held: true");
  expect(isHeldPress()).toBe(false);
});
