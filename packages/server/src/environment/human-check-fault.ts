type Values = { SMS: "off" | "recaptcha"; ORIGIN: string; HUMAN_CHECK_ORIGIN?: string | undefined };

/** reCAPTCHA's script has all rights of its page's origin, so that origin must not be the one with the sessions. */
export function humanCheckFault({ SMS, ORIGIN, HUMAN_CHECK_ORIGIN }: Values): string | undefined {
  if (SMS === "off") return undefined;
  if (HUMAN_CHECK_ORIGIN === undefined) {
    return "HUMAN_CHECK_ORIGIN is missing: SMS=recaptcha needs a second name of this server, such as https://check.example.com.";
  }
  return HUMAN_CHECK_ORIGIN === ORIGIN
    ? "HUMAN_CHECK_ORIGIN must be another origin than ORIGIN: a script of Google's would read what the site stores."
    : undefined;
}
