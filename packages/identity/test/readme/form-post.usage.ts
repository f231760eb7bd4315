/** Answers Apple's POST to the callback page. `page` is that page's HTML. */
export async function answerPost(request: Request, page: string): Promise<Response> {
  const posted = new URLSearchParams(await request.text()).toString().replaceAll("&", "&amp;");
  const html = page.replace("<head>", () => `<head><meta name="oauth-response" content="${posted}">`);
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
