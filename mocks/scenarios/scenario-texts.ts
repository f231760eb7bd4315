/** A description of each scenario, for the workbench and `describe`. `README.md` repeats them. */
export const scenarioTexts = {
  fresh: "no accounts",
  "verified customer": "Ada has a password and a verified address",
  unverified: "Una has not opened her verification email, which is in the outbox",
  "google only": "Gina signs in with Google and has no password",
  "password and google": "Paul has a password and Google",
  "provider collision": "Carla has a password; Google verifies her address, GitHub does not",
  "second factor": "Tom needs the code of his authenticator app, which the workbench shows",
  "sms second factor": "Sara needs the code of an SMS, which is in the outbox",
  "passkey only": "Kim signs in with a passkey and has no password",
  "password and passkey": "Pat has a password and a passkey",
  disabled: "Dora’s account was disabled by an administrator",
  "expired session": "Eve’s session has expired and was revoked; the response has its tokens",
  "plan active": "Petra pays for the pro plan",
  "plan past due": "Petra’s last payment for the pro plan failed",
  crowd: "three hundred accounts with passwords: verified, unverified, disabled",
};
