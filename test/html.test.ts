import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, test } from "vitest";
import { builtPages, readDistText } from "./support/dist.ts";

/** Checks the HTML of every page against the standard, and its JSON-LD against schema.org's requirements. */
const ORIGIN = "https://origin.invalid";
const config: ConfigData = { extends: ["html-validate:standard"], elements: ["html5"] };
const validator = new HtmlValidate(new StaticConfigLoader(config));
const pages = [...builtPages(), { path: "(404)", kind: "public", html: readDistText("site/404.html") }];

describe.each(pages)("the HTML of $path", ({ html }) => {
  test("the HTML of a page is valid by the HTML standard", async () => {
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
      ),
    ).toEqual([]);
  });

  test("the HTML of a page has no duplicate ID and no reference to a missing ID", () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length - new Set(ids).size).toBe(0);
    const named = [...html.matchAll(/\s(?:for|aria-labelledby|aria-describedby|aria-controls)="([^"]+)"/g)];
    expect(named.flatMap(([, list = ""]) => list.split(" ")).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

type Node = { "@type": string; "@id"?: string; [key: string]: unknown };
/**
 * Search engines' requirements for the types we use.
 * @see https://developers.google.com/search/docs/appearance/structured-data
 */
const REQUIRED: Record<string, readonly string[]> = {
  Organization: ["@id", "name", "url", "logo"],
  WebSite: ["@id", "name", "url", "publisher"],
  WebPage: ["@id", "name", "url", "description", "isPartOf"],
  BreadcrumbList: ["itemListElement"],
};
const graphOf = (html: string): Node[] => {
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
  return JSON.parse(block)["@graph"] ?? [];
};
const indexed = pages.filter(({ kind, html }) => kind === "public" && !html.includes('content="noindex"'));

describe.each(indexed)("the structured data of $path", ({ path, html }) => {
  const graph = graphOf(html);

  test("the structured data of a page has every required property, with absolute URLs", () => {
    expect(graph.map((node) => node["@type"])).toEqual(
      path === "/"
        ? ["Organization", "WebSite", "WebPage"]
        : ["Organization", "WebSite", "WebPage", "BreadcrumbList"],
    );
    for (const node of graph)
      for (const key of REQUIRED[node["@type"]] ?? [])
        expect(node[key], `${node["@type"]} ${key}`).toBeTruthy();
    const addresses = graph.flatMap(({ url, logo }) => [url, logo]).filter((value) => value !== undefined);
    for (const address of addresses) expect(address).toMatch(new RegExp(`^${ORIGIN}/`));
  });

  test("the structured data of a page refers only to its own nodes, and numbers its breadcrumbs from one", () => {
    const ids = new Set(graph.map((node) => node["@id"]));
    const references = [...JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id);
    expect(references.filter((id) => !ids.has(id))).toEqual([]);
    const trail = graph.find((node) => node["@type"] === "BreadcrumbList")?.["itemListElement"];
    const steps: { position: number; item: string; name: string }[] = Array.isArray(trail) ? trail : [];
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
    for (const { item, name } of steps) {
      expect(item).toMatch(new RegExp(`^${ORIGIN}/`));
      expect(name).not.toBe("");
    }
  });
});
