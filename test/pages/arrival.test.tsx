import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "../../src/app/app.tsx";
import { createNavigation } from "../../src/app/navigation.ts";
import { routeAt } from "../../src/app/routes.ts";
import { lazyDrawing } from "../../src/components/drawing/drawing.tsx";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { putConfig } from "./support/config.ts";
import { only, render, settle, texts } from "./support/render.tsx";
import { until } from "./support/until.ts";

let stop = (): void => undefined;
beforeEach(() => sessionStore.setState({ status: "signed-out" }, true));
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

async function open(address: string) {
  putConfig();
  window.history.replaceState(null, "", address);
  await routeAt(window.location.pathname).page.load();
  const navigation = createNavigation(window, () => undefined);
  stop = navigation.start();
  await render(<App location={navigation.source} origin="https://tallybin.example" />);
  return navigation;
}

test("going back to another anchor of the same page scrolls to that anchor", async () => {
  await open("/solutions#solution3");
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  await settle(() => {
    window.history.replaceState(null, "", "/solutions#solution1");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  await until(() => expect(scrolled.mock.contexts).toEqual([only("#solution1")]));
});

test("a click on the link of the current page scrolls to the top", async () => {
  await open("/about");
  const scrolled = vi.spyOn(window, "scrollTo");
  await settle(() => only<HTMLAnchorElement>("header nav[aria-label=Main] a[href='/about']").click());
  await until(() => expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: "instant" }));
});

test("a click on a link while the server is unreachable shows a message and keeps the current page", async () => {
  const navigation = await open("/about");
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  const load = vi.spyOn(routeAt("/tech").page, "load").mockRejectedValueOnce(new TypeError("offline"));
  navigation.navigate("/tech");
  await until(() => expect(texts("[role=status]").join()).toContain("couldn’t be opened"));
  expect(texts("main h1")).toHaveLength(1);
  expect(window.location.pathname).toBe("/about");
  load.mockRestore();
  await settle(() => only<HTMLButtonElement>("[role=status] button").click());
  await until(() => expect(window.location.pathname).toBe("/tech"));
  expect(texts("[role=status]").join()).not.toContain("couldn’t be opened");
});

test("a drawing whose code fails to load affects neither its page nor the other drawings", async () => {
  let arrive = (): void => undefined;
  const arriving = new Promise<() => ReactNode>((resolve) => {
    arrive = () => resolve(() => <p>drawn</p>);
  });
  const Lost = lazyDrawing(() => Promise.reject(new Error("404")), 4, 3);
  const Found = lazyDrawing(() => arriving, 4, 3);
  await render(
    <main>
      <h1>About</h1>
      <Lost />
      <Found />
    </main>,
  );
  arrive(); // by this time, React has tried to use the missing code
  await until(() => expect(texts("p")).toEqual(["drawn"]));
  expect(texts("h1")).toEqual(["About"]);
  expect(only("svg").getAttribute("viewBox")).toBe("0 0 4 3");
});
