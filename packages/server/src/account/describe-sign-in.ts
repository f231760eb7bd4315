import { LANGUAGE } from "@tallybin/contract/company";
import { newBrowserMailTexts as texts } from "./account-texts.ts";

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A sign-in in words. The reader's time zone is unknown. */
export const describeSignIn = (signIn: { browser: string | null; system: string | null; at: Date }) => {
  const { browser, system, at } = signIn;
  const both = browser !== null && system !== null ? texts.browserOn(browser, system) : (system ?? browser);
  // Some versions of Node separate the time with a space that mail programs show as a question mark.
  return { browser: both ?? texts.unknown, at: texts.utc(moment.format(at).replaceAll("\u202f", " ")) };
};
