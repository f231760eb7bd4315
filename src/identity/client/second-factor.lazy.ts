export {
  getMultiFactorResolver,
  startPhoneEnrollment,
  startTotpEnrollment,
  unenroll,
} from "@tallybin/identity";
