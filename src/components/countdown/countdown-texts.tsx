import type { ReactNode } from "react";

export const countdownTexts = {
  retryIn: (time: ReactNode) => <>You can try again in {time}.</>,
  /** Read out once, instead of each second. */
  retryLater: "You can try again in a little while.",
  retryNow: "You can try again now.",
};
