export const signOutTexts = { signedOut: "You’re signed out." };
