export const consentTexts = {
  question: "May we count page views?",
  forbidden: "Your browser tells sites not to (Global Privacy Control), so we don’t.",
  purpose:
    "It tells us which pages are useful. Unless you accept, we send nothing and store only your answer.",
  present: { accepted: "You’ve accepted it.", rejected: "You’ve rejected it." },
  policy: "Privacy policy",
  close: "Close",
  reject: "Reject",
  accept: "Accept",
};
