import { initializeRecaptchaConfig, recaptchaEnterprise } from "@tallybin/identity";
import { SiteError } from "../../messages/site-error.ts";
import { tokenOfFrame } from "./check-frame.ts";

/** Asks for the token of one action in a frame of another origin, whose script cannot read our storage. */
async function proveHuman(action: string): Promise<string> {
  const frame = document.createElement("iframe");
  // Not `display: none`, because some browsers lay out nothing there, and reCAPTCHA measures its page.
  Object.assign(frame.style, {
    position: "fixed",
    width: "1px",
    height: "1px",
    border: "0",
    visibility: "hidden",
  });
  try {
    return await tokenOfFrame({
      find: () => frame,
      show: (address) => {
        if (frame.isConnected) return;
        frame.src = `${address}#${action}`;
        document.body.append(frame);
      },
    });
  } catch {
    throw new SiteError("human-check-unavailable");
  } finally {
    frame.remove();
  }
}

export { initializeRecaptchaConfig };

/** The site's key is in the frame's own configuration, so that no message can name another one. */
export const recaptcha = recaptchaEnterprise((_siteKey, action) => proveHuman(action), {
  isAhead: true, // a project in AUDIT is tried out with the proofs of real visitors
});
