export { startPhoneEnrollment, startTotpEnrollment, unenroll } from "@tallybin/identity";
