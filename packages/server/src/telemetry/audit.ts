import type { SessionEvent } from "@tallybin/identity-server";
import type { Logger } from "pino";

/** The stable names of the events that a security review looks for; docs/operations.md lists them. */
export type AuditEvent =
  | SessionEvent
  | "manage.erase"
  | "manage.end-sessions"
  | "manage.export-subscribers"
  | "manage.export-messages";

/** Facts are IDs that this server made, codes and counts: no address, no uid, no token. */
export type Audit = (event: AuditEvent, facts?: Record<string, string | number | boolean>) => void;

/** Audit events as log lines. @param shared facts of each event, such as the request's ID */
export const auditTo =
  (log: Logger, shared: Record<string, string> = {}): Audit =>
  (audit, facts) =>
    log.info({ ...shared, audit, ...facts }, "audit");
