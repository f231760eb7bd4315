import { humanCheckStore } from "../../../src/identity/second-factor/human-check.ts";
import { until } from "./until.ts";

/**
 * Passes every human check as its frame would. The tests' browser does not load the frame's page, and says so on its
 * console.
 */
export function passHumanChecks(): void {
  humanCheckStore.subscribe(({ check }) => {
    if (!check) return;
    const find = () => document.querySelector<HTMLIFrameElement>(`iframe[src="${check.address}"]`);
    void until(() => {
      if (!find()) throw new Error("the human check has no frame");
    }).then(() => {
      const data = { type: "human-check", token: "a person" };
      const message = new MessageEvent("message", { data, origin: new URL(check.address).origin });
      Object.defineProperty(message, "source", { value: find()?.contentWindow });
      window.dispatchEvent(message);
    });
  });
}
