import type { PublicConfig } from "@tallybin/contract";

/** The one page that loads a third party's script. */
export const HUMAN_CHECK_PATH = "/auth-frame/human-check";

/** The host of the origin that exists for that page alone; undefined where SMS second factors are off. */
export const humanCheckHost = ({ sms, humanCheckOrigin }: PublicConfig): string | undefined =>
  sms !== "off" && humanCheckOrigin !== undefined ? new URL(humanCheckOrigin).host : undefined;
