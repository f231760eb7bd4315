import { expect, test } from "../fixtures.ts";
import { answerWith, CONTACT_API, contact, expectAccessible, fillContact, open } from "./support.ts";

const NOT_SENT = "We couldn’t send your message. Please try again, or write to hello@tallybin.example.";

/** Chromium shows no body of a request that was copied, so the page's own `fetch` notes it. */
const noteSentBody = () => {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "POST") Reflect.set(window, "sentBody", await request.clone().text());
    return send(request);
  };
};

const failures = [
  {
    what: "the form shows the endpoint's own error message",
    body: '{"status":"error","code":"too-many-requests","message":"Too many requests. Please try again later.","data":null}',
    status: 429,
    text: "Too many requests. Please try again later.",
  },
  {
    what: "the form shows its own message for an error without a message",
    body: '{"error":"no"}',
    status: 500,
    text: NOT_SENT,
  },
  {
    what: "the form shows its own message for an HTML page instead of JSON",
    body: "<html><body>502</body></html>",
    status: 200,
    text: NOT_SENT,
  },
  {
    what: "the form shows its own message for a truncated response",
    body: '{"message":"Succ',
    status: 200,
    text: NOT_SENT,
  },
];
test("a contact message is sent as one row of three values and empties the form, and one that fails stays in the form, which reports the failure", async ({
  page,
  context,
}) => {
  await page.addInitScript(noteSentBody);
  await open(page, "/contact");
  const { form, name, email, message, send } = contact(page);
  await fillContact(page);
  const sent = page.waitForRequest(CONTACT_API);
  await send.click();
  const request = await sent;
  expect(new URL(request.url()).searchParams.get("tabId")).toBe("responses");
  expect(request.method()).toBe("POST");
  expect(await page.evaluate(() => Reflect.get(window, "sentBody"))).toBe(
    '[["Ada Lovelace","ada@example.com","Two trucks,\\none line."]]',
  );
  const confirmation = form.getByRole("status");
  await expect(confirmation).toHaveText("Your message has been sent!");
  await expect(send, "the message is announced, the focus stays").toBeFocused();
  await expect(confirmation).toBeInViewport();
  for (const field of [name, email, message]) await expect(field).toHaveValue("");
  await expect(send).toBeEnabled();
  await expectAccessible(page, "sent");

  await fillContact(page);
  const banner = form.getByRole("alert");
  for (const { what, body, status, text } of failures)
    await test.step(what, async () => {
      await page.route(CONTACT_API, answerWith(body, status), { times: 1 });
      const answered = page.waitForResponse(CONTACT_API); // when the response arrives, the previous attempt's banner is gone
      await send.click();
      await answered;
      await expect(banner).toHaveText(text);
      await expect(send).toBeFocused();
      await expect(banner).toBeInViewport();
      await expect(name).toHaveValue("Ada Lovelace");
      await expect(message).toHaveValue("Two trucks,\none line.");
    });
  await context.setOffline(true);
  await send.click();
  await expect(banner).toHaveText(NOT_SENT);
  await expectAccessible(page, "failed");
  await context.setOffline(false);
  await send.click();
  await expect(confirmation).toHaveText("Your message has been sent!");
  await expect(banner).toBeHidden();
  await send.click();
  await expect(email).toBeFocused();
  await expect(message).toHaveAccessibleDescription("Please enter a message");
  await expect(confirmation).toBeHidden();
  await expectAccessible(page, "refused");
});
