import { afterEach, expect, test, vi } from "vitest";
import { ContactForm } from "../../src/contact/contact-panel.tsx";
import { NewsletterForm } from "../../src/newsletter/newsletter-form.tsx";
import { putConfig } from "./support/config.ts";
import { field, problems, render, submit, type } from "./support/render.tsx";
import { until } from "./support/until.ts";

afterEach(() => vi.unstubAllGlobals());

const WRONG = {
  nope: "There is no @ in this address",
  "ada@": "There is no domain, such as example.com, after the @ in this address",
  "@example.com": "There is nothing before the @ in this address",
  "ada lovelace@example.com": "There is a space in this address",
};

test.each([
  { name: "contact form", Form: ContactForm, thanks: "Your message has been sent!" },
  { name: "newsletter", Form: NewsletterForm, thanks: "You are now subscribed!" },
])("the $name refuses an invalid email address without sending anything", async ({ Form, thanks }) => {
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", fetched);
  putConfig();
  const page = await render(<Form />);
  if (Form === ContactForm) await type(field("message"), "Hello");
  for (const [wrong, problem] of Object.entries(WRONG)) {
    await type(field("email"), wrong);
    await submit("email");
    await until(() => expect(problems(), wrong).toEqual([problem]));
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("email"));
  }
  expect(fetched).not.toHaveBeenCalled();
  await type(field("email"), "ada@example.com");
  expect(problems()).toEqual([]);
  await submit("email");
  await until(() => expect(page.textContent).toContain(thanks));
  await until(() => expect(fetched).toHaveBeenCalledOnce());
});
