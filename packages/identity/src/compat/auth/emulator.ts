import { authError } from "../errors.ts";
import type { EmulatorConfig } from "../types.ts";

/**
 * Parses the address of an emulator. Only scheme, host and port count.
 * @throws AuthError `auth/invalid-emulator-scheme`
 */
export function parseEmulator(
  address: string,
  disableWarnings: boolean,
  appName: string,
): { origin: string; config: EmulatorConfig } {
  const [, protocol = "", host = "", port] =
    /^(https?):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?/.exec(address) ?? [];
  if (!protocol) throw authError("invalid-emulator-scheme", { appName });
  return {
    origin: `${protocol}://${host}${port ? `:${port}` : ""}/`,
    config: Object.freeze({
      protocol,
      host,
      port: port ? Number(port) : null,
      options: Object.freeze({ disableWarnings }),
    }),
  };
}

/** Shows on the page and in the console that the accounts are not real, as Google's SDK does. */
export function warnOfEmulator(): void {
  console.info(
    "WARNING: You are using the Auth Emulator, which is intended for local testing only.  Do not use with production credentials.",
  );
  if (typeof document === "undefined") return;
  const showBanner = () => {
    const banner = document.createElement("p");
    banner.textContent = "Running in emulator mode. Do not use with production credentials.";
    banner.className = "firebase-emulator-warning";
    banner.style.cssText =
      "position:fixed;bottom:0;left:0;width:100%;margin:0;z-index:10000;background:#fff;border:.1em solid #000;color:#b50000;text-align:center";
    document.body.append(banner);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", showBanner);
  else showBanner();
}
