/** A UUID or 32 hexadecimal digits, as proxies make them. No address or telephone number has this form. */
const ID = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i;
/** W3C Trace Context §3.2, version 00. An ID of zeros is invalid. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

const valueOfTrustedProxy = (value: string | null, pattern: RegExp, proxyHops: number): string | undefined =>
  proxyHops > 0 && value !== null && pattern.test(value) ? value : undefined;

/** The ID of the trusted proxy if it is well-formed, otherwise a new one. 0 hops: no trusted proxy. */
export const requestIdOf = (headers: Headers, proxyHops: number): string =>
  valueOfTrustedProxy(headers.get("x-request-id"), ID, proxyHops) ?? crypto.randomUUID();

/** The ID of the trace in the trusted proxy's `traceparent`, if that is well-formed. */
export const traceIdOf = (headers: Headers, proxyHops: number): string | undefined =>
  valueOfTrustedProxy(headers.get("traceparent"), TRACEPARENT, proxyHops)?.split("-")[1];
