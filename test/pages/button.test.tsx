import { expect, test, vi } from "vitest";
import { Button } from "../../src/components/button/button.tsx";
import { only, render, settle } from "./support/render.tsx";

const click = (detail: number) =>
  settle(() => only("button").dispatchEvent(new MouseEvent("click", { bubbles: true, detail })));

test("a double click presses a button once, and a click by the keyboard presses it too", async () => {
  const press = vi.fn();
  await render(<Button onClick={press} text="Change" />);
  await click(1);
  await click(2);
  expect(press).toHaveBeenCalledOnce();
  await click(0);
  expect(press).toHaveBeenCalledTimes(2);
});
