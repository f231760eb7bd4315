import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { identity, useIdentity } from "../../packages/identity/test/readme/react-hook.ts";
import { render, settle } from "./support/render.tsx";

const State = () => <p>{useIdentity().status}</p>;

test("the React hook in packages/identity/docs/next.md shows the session state, and `unknown` on a server", async () => {
  const page = readFileSync(`${process.cwd()}/packages/identity/docs/next.md`, "utf8");
  expect(page).toContain(
    readFileSync(`${process.cwd()}/packages/identity/test/readme/react-hook.ts`, "utf8"),
  );
  expect(renderToString(<State />)).toBe("<p>unknown</p>");
  const place = await render(<State />);
  await settle(() => identity.ready());
  expect(place.textContent).toBe("signed-out");
});

test("the client's subscribe follows the contract of Svelte's stores, so `get` can read the state", () => {
  let value: unknown;
  identity.subscribe((state) => {
    value = state;
  })();
  expect(value).toBe(identity.getState());
});
