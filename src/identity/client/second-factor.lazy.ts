export { getMultiFactorResolver } from "@tallybin/identity";
