export const accountTexts = {
  planNames: { starter: "Starter", pro: "Pro", business: "Business" },
  statuses: {
    active: "active",
    trial: "trial",
    overdue: "payment overdue",
    incomplete: "payment not completed",
    canceled: "canceled",
    paused: "paused",
    inactive: "not active",
  },
  unreachable: "Your extra user data could not be fetched. Please try again.",
  unreadable:
    "Your extra user data could not be fetched. Please try again. If the problem stays, check the database setup.",
  tryAgain: "Try again",
};
