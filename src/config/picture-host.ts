import { siteConfig } from "./site-config.ts";

/** Whether a text can be the address of a profile picture. A `data:` address has the picture in it. */
export const isPictureAddress = (value: string): boolean => value === "" || /^https:\/\/\S+$/.test(value);

/** Whether the site's policy lets this picture load; any other would only log a violation. */
export function isShownPicture(
  address: string,
  hosts: readonly string[] = siteConfig().pictureHosts,
): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== "https:") return false;
  return hosts.some((host) => {
    const name = host.replace(/^https:\/\//, "");
    return name.startsWith("*.") ? url.hostname.endsWith(name.slice(1)) : url.host === name;
  });
}
