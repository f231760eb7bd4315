import { describe, expect, test, vi } from "vitest";
import { askWhetherHuman, humanCheckStore } from "../../src/identity/second-factor/second-factor-panel.tsx";

const CHECK = "https://check.example.com";

/** The frame is never put into the document, because the test's browser would try to load it. */
const showFrame = (): object => {
  const inside = {};
  const frame = document.createElement("iframe");
  Object.defineProperty(frame, "contentWindow", { value: inside });
  vi.spyOn(document, "querySelector").mockImplementation((selector) =>
    selector === `iframe[src="${CHECK}/auth-frame/human-check"]` ? frame : null,
  );
  return inside;
};
const post = (source: unknown, data: unknown, from = CHECK) => {
  const message = new MessageEvent("message", { data, origin: from });
  Object.defineProperty(message, "source", { value: source });
  window.dispatchEvent(message);
};

describe("the human check", () => {
  test("the human check accepts a token only from its own frame and only from the check's origin", async () => {
    const frame = showFrame();
    const asked = askWhetherHuman(CHECK);
    expect(humanCheckStore.getState().check, "the frame is shown").toBeDefined();
    post(frame, { type: "human-check", token: "forged" }, "https://evil.example");
    post(frame, { type: "human-check", token: "forged" }, window.location.origin);
    post(window, { type: "human-check", token: "forged" });
    post(frame, { type: "something-else", token: "forged" });
    post(frame, "noise");
    post(frame, { type: "human-check", token: "a-real-one" });
    await expect(asked).resolves.toBe("a-real-one");
    expect(humanCheckStore.getState().check, "the frame is gone").toBeUndefined();
  });

  test.each([undefined, window.location.origin])(
    "the human check fails without a frame if its origin is %s",
    async (origin) => {
      await expect(askWhetherHuman(origin ?? "")).rejects.toMatchObject({ code: "captcha-check-failed" });
      expect(humanCheckStore.getState().check).toBeUndefined();
    },
  );

  test("the human check's frame grows for a second question, and shrinks again afterwards", async () => {
    const frame = showFrame();
    const asked = askWhetherHuman(CHECK);
    const isOpen = () => humanCheckStore.getState().check?.isOpen;
    expect(isOpen()).toBe(false);
    post(frame, { type: "human-check", isOpen: true }, "https://evil.example");
    expect(isOpen()).toBe(false);
    post(frame, { type: "human-check", isOpen: true });
    expect(isOpen()).toBe(true);
    post(frame, { type: "human-check", isOpen: false });
    expect(isOpen()).toBe(false);
    post(frame, { type: "human-check", token: "a-real-one" });
    await expect(asked).resolves.toBe("a-real-one");
  });

  test("the human check fails after 30 s if its frame does not load, and after 120 s if the user does not answer", async () => {
    vi.useFakeTimers();
    const frame = showFrame();
    const outcome = (asked: Promise<string>) => asked.catch((error) => error.code);
    const missing = outcome(askWhetherHuman(CHECK));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await missing).toBe("captcha-check-failed");
    expect(humanCheckStore.getState().check).toBeUndefined();

    const slow = outcome(askWhetherHuman(CHECK));
    post(frame, { type: "human-check", isOpen: false });
    await vi.advanceTimersByTimeAsync(119_000);
    expect(humanCheckStore.getState().check).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await slow).toBe("captcha-check-failed");
    vi.useRealTimers();
  });

  test("the human check rejects with captcha-check-failed if it fails or is canceled", async () => {
    const frame = showFrame();
    const broken = askWhetherHuman(CHECK);
    post(frame, { type: "human-check" });
    await expect(broken).rejects.toMatchObject({ code: "captcha-check-failed" });
    const calledOff = askWhetherHuman(CHECK);
    humanCheckStore.getState().check?.cancel();
    await expect(calledOff).rejects.toMatchObject({ code: "captcha-check-failed" });
  });
});
