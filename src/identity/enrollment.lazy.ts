/** Enrolment's code, fetched when somebody begins one. */
export { startPhoneEnrollment, startTotpEnrollment, unenroll } from "@tallybin/identity";
