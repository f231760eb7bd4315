export const analyticsTexts = { policy: "Privacy policy" };
