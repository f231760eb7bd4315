export const providerTexts = { password: "Password", phone: "Phone number", passkey: "Passkey" };
