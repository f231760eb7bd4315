/** Scripts of these types are data: browsers do not run them, and `script-src` does not apply. */
const DATA_TYPES = new Set(["application/json", "application/ld+json"]);

/**
 * The violations of the site's Content-Security-Policy in a document. The policy has neither hashes nor nonces, so a
 * violation must fail the build: in production, visitors would get a page without style or script.
 */
export function policyFaults(html: string): string[] {
  const faults: string[] = [];
  for (const [tag] of html.matchAll(/<script\b[^>]*>/gi)) {
    const type = /\stype="([^"]*)"/i.exec(tag)?.[1] ?? "";
    if (!/\ssrc="/i.test(tag) && !DATA_TYPES.has(type)) faults.push(`inline script: ${tag}`);
  }
  // React streams a late Suspense boundary as <template> plus an inline script.
  if (/<template\b/i.test(html)) faults.push("<template>: a Suspense boundary was streamed out of order");
  if (/<style\b/i.test(html)) faults.push("<style> element");
  // Search only inside tags, because a text may contain style="…".
  for (const [tag] of html.matchAll(/<[a-z][^>]*\sstyle=[^>]*>/gi)) faults.push(`style attribute: ${tag}`);
  for (const [tag] of html.matchAll(/<[a-z][^>]*\son[a-z]+="[^>]*>/gi))
    faults.push(`event handler attribute: ${tag}`);
  return faults;
}
