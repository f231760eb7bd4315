import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { App } from "../../src/app/app.tsx";
import { fixedLocation } from "../../src/app/navigation.ts";
import { routeAt } from "../../src/app/routes.ts";
import { putConfig } from "./support/config.ts";
import { settle, texts } from "./support/render.tsx";

const ORIGIN = "https://tallybin.example";
const LOCAL = { workbenchUrl: "/__local/", clockUrl: "/__local/clock" };

test("hydration renders a prerendered page once: browser-only parts change nothing around them", async () => {
  putConfig();
  let renders = 0;
  const { page } = routeAt("/about");
  const { loaded } = page;
  page.loaded = () => () => {
    renders += 1;
    return <h1>About</h1>;
  };
  onTestFinished(() => {
    page.loaded = loaded;
  });
  const location = fixedLocation("/about");
  const html = renderToString(<App location={location} origin={ORIGIN} />);
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html.slice(html.indexOf("<div")); // React writes the head elements first; the container gets only the content
  renders = 0;
  const root = hydrateRoot(container, <App location={location} origin={ORIGIN} local={LOCAL} />);
  await settle(() => undefined);
  expect(texts("aside[aria-label='Local services'] a")).toEqual(["workbench"]);
  expect(renders).toBe(1);
  await settle(() => root.unmount());
});
