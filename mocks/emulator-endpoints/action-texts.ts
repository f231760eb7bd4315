/** The emulator's own wording. Keep every letter, because clients may compare the texts. */
export const actionTexts = {
  noContinueUrl: "Missing continueUrl query parameter",
  invalidContinueUrl: "Invalid continueUrl query parameter",
  addContinueUrl: "To sign in, append &continueUrl=YOUR_APP_URL to the link.",
  noNewPassword: "missing newPassword query parameter",
  reset: (email: string) =>
    `To reset the password for ${email}, send an HTTP GET request to the following URL.`,
  anyClient: "You may use a web browser or any HTTP client, such as curl.",
  stillPlaceholder: (placeholder: string) => `newPassword must be something other than '${placeholder}'`,
  placeholder: (placeholder: string) => `The string '${placeholder}' is just a placeholder.`,
  changeUrl: "Please change the URL to specify a new password instead.",
  noApiKey: "missing apiKey query parameter",
  addApiKey: "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY",
  noOobCode: "missing oobCode query parameter",
  addOobCode: "Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE",
  invalidMode: "Invalid mode",
  otherMode: "Requested mode does not match the OOB code provided.",
  expired: (purpose: string) => `Your request to ${purpose} has expired or the link has already been used.`,
  modes: {
    resetPassword: {
      purpose: "reset your password",
      again: "Try resetting your password again.",
      done: "The password has been successfully updated.",
    },
    verifyEmail: {
      purpose: "verify your email",
      again: "Try verifying your email again.",
      done: "The email has been successfully verified.",
    },
    verifyAndChangeEmail: {
      purpose: "change your email",
      again: "Try changing your email again.",
      done: "The email has been successfully changed.",
    },
    recoverEmail: {
      purpose: "revert your email",
      again:
        "If you're trying to test the reverting email flow, try changing the email again to generate a new link.",
      done: "The email has been successfully reset.",
    },
    revertSecondFactorAddition: {
      purpose: "remove the second factor",
      again: "Sign in and remove the factor in your account's settings.",
      done: "The second factor has been removed.",
    },
  },
};
