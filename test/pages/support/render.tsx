import { act, cleanup, configure, render as renderTree } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect } from "vitest";
import { until } from "./until.ts";

configure({ reactStrictMode: true });

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Renders like the site, and resolves once React has nothing left to do. */
export async function render(tree: ReactNode): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement("div"));
  await settle(() => renderTree(tree, { container }));
  return container;
}

/** Acts on the page, and resolves once React has nothing left to do. Wait for anything else with `until`. */
export const settle = (doing: () => unknown): Promise<void> =>
  act(async () => {
    await doing();
  });

/** The only element that a selector finds; throws if there are none or several. */
export function only<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelectorAll<E>(selector);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${selector}: ${found.length} elements`);
  return first;
}

/** The only field of this name. */
export const field = (name: string): HTMLInputElement => only(`[name=${name}]`);
/** Submits the form of a field, as Enter in the field does. */
export const submit = (name: string): Promise<void> => settle(() => field(name).form?.requestSubmit());

/** Waits until the page shows a text. */
export const shows = (text: string) => until(() => expect(document.body.textContent).toContain(text));

export const texts = (selector: string, within: ParentNode = document): string[] =>
  [...within.querySelectorAll(selector)].map((element) => element.textContent?.trim() ?? "");

/** The messages below fields. The element of a valid field is empty. */
export const problems = (page = ""): string[] => texts(`${page} [id$=error]`).filter((text) => text !== "");

/** Fills a field in as a user does, because React listens to the event, not to the property. */
export function put(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> =>
  settle(() => put(field, value));

/** Presses the button with this label, as a screen reader says it; throws if there is none. */
export const pressButton = (label: string): Promise<void> =>
  settle(() => {
    const button = [...document.querySelectorAll("button")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === label,
    );
    if (!button) throw new Error(`There is no button "${label}".`);
    button.click();
  });
