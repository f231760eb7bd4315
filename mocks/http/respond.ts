/** A JSON response that no cache may store. */
export const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });

/** Redirects the browser with a GET, as after a submitted form. */
export const seeOther = (location: string): Response =>
  new Response(`See Other. Redirecting to ${location}`, {
    status: 303,
    headers: { location, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
