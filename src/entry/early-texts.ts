export const earlyTexts = {
  lost: "Part of this page couldn’t be loaded. What you typed is still here. Check your connection, then reload.",
};
