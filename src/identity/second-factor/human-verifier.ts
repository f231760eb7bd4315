import { type HumanVerifier, IdentityError } from "@tallybin/identity";
import { siteConfig } from "../../config/site-config.ts";

/** The proof that a person requests a text message, from a frame on its own origin. */
export const humanVerifier: HumanVerifier = {
  async verify() {
    if (siteConfig().sms === "off") throw new IdentityError("operation-not-allowed");
    const { askWhetherHuman } = await import("./human-check.ts");
    return askWhetherHuman();
  },
};
