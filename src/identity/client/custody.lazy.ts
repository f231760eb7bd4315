export { releasingCustody, serverCustody, sessionIdOf } from "@tallybin/identity/custody";
