/**
 * Local versions of Google's Identity Toolkit, Secure Token and Firestore with control over time, failure and mail.
 * Uses web standards only, so that the same code runs in Node and in a browser's page.
 * @module
 */

export type { Clock, ClockReading } from "../../../mocks/core/clock.ts";
export type { LoggedRequest, RequestLog } from "../../../mocks/core/logs.ts";
export type { Message, MessageFilter, Outbox } from "../../../mocks/core/outbox.ts";
export type { ActiveScript, Failures } from "../../../mocks/failures/failures.ts";
export type { FailureScript, Fault } from "../../../mocks/failures/script.ts";
export type { DocumentsOption, RuleRequest } from "../../../mocks/firestore/access/rules.ts";
export {
  createLocalServices,
  type LocalServices,
  type LocalServicesOptions,
} from "../../../mocks/local-services.ts";
export { createRestClient, type RestAnswer, type RestClient } from "../../../mocks/rest-client.ts";
export type { ScenarioAccount } from "../../../mocks/scenarios/accounts.ts";
export type { LoadedScenario, Scenarios } from "../../../mocks/scenarios/scenarios.ts";
export type { IssuedSession } from "../../../mocks/scenarios/session.ts";
export type { Snapshot } from "../../../mocks/scenarios/snapshot.ts";
export {
  createWorlds,
  type WorldInfo,
  type Worlds,
  type WorldsOptions,
} from "../../../mocks/worlds/worlds.ts";
