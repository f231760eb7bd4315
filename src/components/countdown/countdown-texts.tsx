import type { ReactElement } from "react";

export const countdownTexts = {
  retryIn: (time: ReactElement) => <span>You can try again in {time}.</span>,
  retryLater: "You can try again in a little while.",
  retryNow: "You can try again now.",
};
