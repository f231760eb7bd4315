export const contactTexts = {
  sent: "Your message has been sent!",
  field: { name: "name", email: "email", message: "message" },
  problem: (field: string, problem: string) => `Your ${field} ${problem}.`,
};
