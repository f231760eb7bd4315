import { describe, expect, test, vi } from "vitest";
import { askWhetherHuman } from "../../src/identity/human-check.ts";
import { HUMAN_CHECK_PATH, humanCheckStore } from "../../src/identity/human-check-store.ts";

const { origin } = window.location;

/** Never put into the document: the test's browser would try to load it. */
const showFrame = (): object => {
  const inside = {};
  const frame = document.createElement("iframe");
  Object.defineProperty(frame, "contentWindow", { value: inside });
  vi.spyOn(document, "querySelector").mockImplementation((selector) =>
    selector === `iframe[src="${HUMAN_CHECK_PATH}"]` ? frame : null,
  );
  return inside;
};
const post = (source: unknown, data: unknown, from = origin) => {
  const message = new MessageEvent("message", { data, origin: from });
  Object.defineProperty(message, "source", { value: source });
  window.dispatchEvent(message);
};

describe("the human check", () => {
  test("takes a token only from its own frame on its own origin", async () => {
    const frame = showFrame();
    const asked = askWhetherHuman();
    expect(humanCheckStore.getState().check, "the frame is shown").toBeDefined();
    post(frame, { type: "human-check", token: "forged" }, "https://evil.example");
    post(window, { type: "human-check", token: "forged" });
    post(frame, { type: "something-else", token: "forged" });
    post(frame, "noise");
    post(frame, { type: "human-check", token: "a-real-one" });
    await expect(asked).resolves.toBe("a-real-one");
    expect(humanCheckStore.getState().check, "the frame is gone").toBeUndefined();
  });

  test("that cannot work, or is called off, is a failure of its own", async () => {
    const frame = showFrame();
    const broken = askWhetherHuman();
    post(frame, { type: "human-check" });
    await expect(broken).rejects.toMatchObject({ code: "captcha-check-failed" });
    const calledOff = askWhetherHuman();
    humanCheckStore.getState().check?.cancel();
    await expect(calledOff).rejects.toMatchObject({ code: "captcha-check-failed" });
  });
});
