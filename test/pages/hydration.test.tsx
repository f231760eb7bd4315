import { useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { App } from "../../src/app/app.tsx";
import { createFixedLocation } from "../../src/app/navigation.ts";
import { routeAt } from "../../src/app/routes.ts";
import type { AuthValues } from "../../src/identity/methods/auth-forms.ts";
import { AuthForm } from "../../src/pages/auth/auth-form.tsx";
import { putConfig } from "./support/config.ts";
import { stubLocalServices } from "./support/local.ts";
import { only, problems, put, settle, texts } from "./support/render.tsx";
import { until } from "./support/until.ts";

const ORIGIN = "https://tallybin.example";
const LOCAL = { workbenchUrl: "/__local/", clockUrl: "/__local/clock" };

test("hydration renders a prerendered page once, although the badge of the local services appears only in the browser", async () => {
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
  const location = createFixedLocation("/about");
  const html = renderToString(<App location={location} origin={ORIGIN} />);
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html.slice(html.indexOf("<div")); // React writes the head elements first; the container gets only the content
  renders = 0;
  const root = hydrateRoot(container, <App location={location} origin={ORIGIN} local={LOCAL} />);
  await settle(() => undefined);
  await until(() => expect(texts("aside[aria-label='Local services'] a")).toEqual(["workbench"]));
  await until(() => expect(renders).toBeGreaterThan(0)); // React may hydrate the page after the badge has arrived
  await settle(() => undefined);
  expect(renders).toBe(1);
  await settle(() => root.unmount());
});

const signUpForm = (onSubmit: (values: AuthValues) => void) => (
  <AuthForm
    type="signup"
    next="/dashboard"
    task={{ progress: { status: "idle", runNumber: 0 }, isBusy: false, reset: () => undefined }}
    onSubmit={onSubmit}
  />
);

test("a form submits text that was filled in after hydration but before React ran the effects", async () => {
  putConfig();
  stubLocalServices();
  const submitted: AuthValues[] = [];
  const typed = { email: "ada@example.com", pass: "example-correct-horse" };
  // A password manager may fill the fields in at this moment.
  const FillIn = () => {
    useLayoutEffect(() => {
      queueMicrotask(() => {
        const [email, pass, confirmPass] = [...document.querySelectorAll("input")];
        if (!email || !pass || !confirmPass) throw new Error("a field is missing");
        put(email, typed.email);
        for (const field of [pass, confirmPass]) put(field, typed.pass);
      });
    }, []);
    return null;
  };
  const tree = (
    <>
      {signUpForm((values) => submitted.push(values))}
      <FillIn />
    </>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(tree);
  const root = hydrateRoot(container, tree);
  await settle(() => undefined);
  await settle(() => only<HTMLFormElement>("form").requestSubmit());
  expect(problems()).toEqual([]);
  expect(submitted).toMatchObject([typed]);
  await settle(() => root.unmount());
});

test("a mistyped address that was typed and left before hydration is asked about, and one that still has the focus is not yet", async () => {
  putConfig();
  stubLocalServices();
  const tree = signUpForm(() => undefined);
  for (const hasFocus of [false, true]) {
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(tree);
    const [email] = container.querySelectorAll("input");
    if (!email) throw new Error("the field is missing");
    put(email, "ada@gmial.com");
    if (hasFocus) email.focus();
    const root = hydrateRoot(container, tree);
    await settle(() => undefined);
    expect(container.textContent?.includes("Did you mean ada@gmail.com?")).toBe(!hasFocus);
    await settle(() => root.unmount());
  }
});
