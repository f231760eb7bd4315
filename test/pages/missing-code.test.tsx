import { IdentityError } from "@tallybin/identity";
import { expect, test, vi } from "vitest";
import { TaskFailure, useTask } from "../../src/identity/state/use-task.tsx";
import { typedEmail } from "../../src/pages/auth/typed-email.ts";
import { only, render, settle, texts } from "./support/render.tsx";

const failWith = async (error: unknown) => {
  let fail = (): unknown => undefined;
  const Page = () => {
    const task = useTask(async () => Promise.reject(error));
    fail = () => task.start(undefined);
    return <TaskFailure progress={task.progress} />;
  };
  await render(<Page />);
  await settle(() => fail());
};

test("an action whose script is missing after a deploy offers a reload, and the reload keeps the typed address", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  typedEmail.set("ada@example.com");
  await failWith(new TypeError("Failed to fetch dynamically imported module"));
  expect(texts("[role=alert] p").join()).toContain("reload the page");
  await settle(() => only<HTMLButtonElement>("[role=alert] button").click());
  expect(reload).toHaveBeenCalledOnce();
  vi.resetModules();
  const reloaded = await import("../../src/pages/auth/typed-email.ts");
  expect(reloaded.typedEmail.get()).toBe("ada@example.com");
  vi.resetModules();
  const later = await import("../../src/pages/auth/typed-email.ts");
  expect(later.typedEmail.get(), "kept for one reload only").toBe("");
});

test("an action whose request fails offers no reload", async () => {
  await failWith(new IdentityError("network-request-failed"));
  expect(texts("[role=alert] p").join()).toContain("Check your connection");
  expect(document.querySelector("[role=alert] button")).toBeNull();
});
