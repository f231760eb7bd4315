import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { parseBody } from "../http/wire.ts";
import { Settings } from "../identity-toolkit/state/settings.ts";

const Fields = v.record(v.string(), v.unknown(), "must be object");
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces the given values, also inside groups, and keeps the rest. */
function merge(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return after;
  const merged = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(after)) merged.set(name, merge(merged.get(name), value));
  return Object.fromEntries(merged);
}

/** Changes settings of the project; an invalid value leaves all unchanged. */
export function changeSettings({ identity }: ServiceContext, fields: unknown): Settings {
  const changes = parseBody(Fields, fields);
  identity.settings = parseBody(Settings, merge(identity.settings, changes));
  return identity.settings;
}
