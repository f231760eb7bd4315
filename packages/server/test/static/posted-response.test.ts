import { expect, test } from "vitest";
import { openFixture } from "../support/open-site.ts";

/** The path is the only part of the address, so that no token can be in a log or in the history. */
const post = (body: string, type = "application/x-www-form-urlencoded") =>
  openFixture()("/oauth/callback", {
    method: "POST",
    headers: { "content-type": type, origin: "https://appleid.apple.com" },
    body,
  });

test("a provider's posted response is put into the callback page, and no cache stores that page", async () => {
  const response = await post('state=1&code=c0de&user={"name":"Ada"}');
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  const html = await response.text();
  expect(html).toContain("<h1>callback</h1>");
  const content = /<meta name="oauth-response" content="([^"]*)">/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  expect(Object.fromEntries(new URLSearchParams(content))).toEqual({
    state: "1",
    code: "c0de",
    user: '{"name":"Ada"}',
  });
});

test("a posted response cannot inject markup into the callback page", async () => {
  const html = await (await post('code="><script>alert(1)</script>$&')).text();
  expect(html).not.toContain("<script>");
  expect(html.match(/<head>/g)).toHaveLength(1);
});

test.each([
  { what: "another type", status: 415, send: () => post("{}", "application/json") },
  { what: "a body that is too large", status: 413, send: () => post(`code=${"a".repeat(70_000)}`) },
])(
  "a post to the callback page with $what is refused with $status and a sentence",
  async ({ status, send }) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(/^(Send|The) .+\.\n$/);
  },
);
