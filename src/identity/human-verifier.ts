import { type HumanVerifier, IdentityError } from "@tallybin/identity";
import { siteConfig } from "../config/site-config.ts";

/** Proof that a person asks for a text message, from a frame on an origin of its own. */
export const humanVerifier: HumanVerifier = {
  async verify() {
    if (siteConfig().sms === "off") throw new IdentityError("operation-not-allowed");
    const { askWhetherHuman } = await import("./human-check.ts");
    return askWhetherHuman();
  },
};
