import { type ReactNode, StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach } from "vitest";

/**
 * React renders in its own tasks, which finish within this many iterations of the event loop, even on a busy machine.
 */
const TASKS = 5;
const roots: Root[] = [];

afterEach(async () => {
  await settle(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Renders like the site and waits until nothing is pending. */
export async function render(tree: ReactNode): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  roots.push(root);
  await settle(() => root.render(<StrictMode>{tree}</StrictMode>));
  return container;
}

/** Acts on the page and waits until it has settled. */
export async function settle(doing: () => unknown): Promise<void> {
  await doing();
  for (let task = 0; task < TASKS; task += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** The only element that a selector finds; throws if there are none or several. */
export function only<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelectorAll<E>(selector);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${selector}: ${found.length} elements`);
  return first;
}

export const texts = (selector: string, within: ParentNode = document): string[] =>
  [...within.querySelectorAll(selector)].map((element) => element.textContent?.trim() ?? "");

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
