export const featureReportTexts = {
  title: "A report page and its filing record",
  description:
    "The page carries a falling trend line. January, February and March are ticked as filed. Example data.",
  heading: "Contamination",
  months: ["Jan", "Feb", "Mar"] as const,
  filed: "Filed",
};
