import type { EarlyForm } from "../lib/early-press.ts";
import { newsletterForm } from "../newsletter/subscribe.ts";

const importAuthForms = () => import("../identity/methods/auth-forms.ts");

/** The forms that act before React, by their `data-form`. Every other form waits for React. */
const earlyForms: { readonly [name: string]: () => Promise<EarlyForm> } = {
  signin: async () => (await importAuthForms()).signInForm,
  signup: async () => (await importAuthForms()).signUpForm,
  forgotpass: async () => (await importAuthForms()).resetForm,
  contact: async () => (await import("../contact/contact-action.ts")).contactForm,
  newsletter: async () => newsletterForm,
};

/** A form without its code is never hydrated either, and the page says so. */
const withCodeOf = (form: HTMLFormElement | null | undefined, use: (early: EarlyForm) => unknown): void => {
  earlyForms[form?.dataset["form"] ?? ""]?.()
    .then(use)
    .catch(() => undefined);
};

const performHeldPress = (form: HTMLFormElement): void => {
  if ("held" in form.dataset)
    withCodeOf(form, async (early) => (await import("../lib/early-press.ts")).pressForm(early, form));
};

/** Performs each press that the early script (`src/entry/early.ts`) has held or will hold. */
export function startEarlyForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-held]")) performHeldPress(form);
  window.addEventListener(
    "submit",
    ({ target }) => {
      // The early script holds the submit after this listener.
      if (target instanceof HTMLFormElement) setTimeout(performHeldPress, 0, target);
    },
    { capture: true },
  );
  const prepareForm = (field: EventTarget | null): void => {
    if (field instanceof Element) withCodeOf(field.closest("form"), (early) => early.prepare?.());
  };
  prepareForm(document.activeElement);
  document.addEventListener("focusin", ({ target }) => prepareForm(target));
}
