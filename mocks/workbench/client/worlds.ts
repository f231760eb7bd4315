import type { Overview } from "../../control/overview.ts";
import type { Tools } from "./tools.ts";

/** The worlds on this port, as links to their workbenches. */
export function createWorldsView({ byId, element, replace, inWorld, texts: { worlds: texts } }: Tools) {
  const MOST = 12;
  const part = byId("worlds");
  const links = byId("worlds-list");
  /**
   * The links name the world in a parameter. The host then names no world, because a request may name only one world.
   */
  const base = `${location.protocol}//${location.host.replace(/^[^.]+\.localhost/, "localhost")}/__local/`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[download]"))
    link.href = inWorld(link.getAttribute("href") ?? "");

  return ({ world, worlds }: Overview) => {
    part.hidden = world === null && worlds.length === 0;
    const link = (name: string | null) =>
      element("a", {
        text: name ?? texts.default,
        attributes: {
          href: name === null ? base : `${base}?world=${encodeURIComponent(name)}`,
          "data-key": `world/${name ?? ""}`,
          ...(name === world && { "aria-current": "page" }),
        },
      });
    const names = [null, ...worlds.map(({ name }) => name).slice(0, MOST)];
    const rest = worlds.length - MOST;
    replace(links, [
      ...names.map((name) => element("li", {}, link(name))),
      ...(rest > 0 ? [element("li", { text: texts.more(rest) })] : []),
    ]);
  };
}
