import { type HumanVerifier, IdentityError } from "@tallybin/identity";
import { siteConfig } from "../config/site-config.ts";

/** Proof that a person asks for a text message: a frame of our own asks for it, the local services do not. */
export const humanVerifier: HumanVerifier = {
  async verify() {
    switch (siteConfig().sms) {
      case "off":
        throw new IdentityError("operation-not-allowed");
      case "local":
        return "local-human-check";
      case "recaptcha": {
        const { askWhetherHuman } = await import("./human-check.ts");
        return askWhetherHuman();
      }
    }
  },
};
