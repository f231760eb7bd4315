import type { ReactElement } from "react";

export const secondFactorTexts = {
  choose: "How do you want to verify it’s you?",
  kinds: { phone: "Text message", totp: "Authenticator app", unknown: "Verification method" },
  namedKind: (kind: string, name: string) => `${kind} (${name})`,
  numberEnding: (digits: string) => `number ending in ${digits}`,
  sentTo: (phoneNumber: string) => `We’ve sent a text message to ${phoneNumber}.`,
  sentToEnding: (digits: string) => `We’ve sent a text message to the number ending in ${digits}.`,
  sent: "We’ve sent a text message to your phone.",
  codeFromMessage: "Code from the text message",
  codeFromApp: "Code from your authenticator app",
  hintApp: "Enter the 6 digits that your authenticator app shows.",
  hintSent: "Enter the 6 digits that we sent to your phone.",
  hintUnsent: "You’ll get a code of 6 digits by text message.",
  codeMissing: "Please enter the code",
  confirm: "Confirm",
  cancel: "Cancel",
  noMessage: "No message?",
  noMessageWait: (time: ReactElement) => <span>No message? You can ask for another in {time}.</span>,
  newCode: "Send a new code",
  lostDevice: (writeToUs: (text: string) => ReactElement) => (
    <span>Lost your device? {writeToUs("Write to us")} and we’ll help you back in.</span>
  ),
};
