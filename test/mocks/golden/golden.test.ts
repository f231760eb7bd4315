import { describe, expect, test } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { differences } from "./compare.ts";
import { divergences, exchanges } from "./exchanges.ts";
import { createTranslator } from "./translate.ts";

/** The time of a recorded response: the newest time in it. */
const momentOf = (response: unknown): number => {
  const text = JSON.stringify(response);
  const tokens = [...text.matchAll(/"(?:idToken|id_token)":"[^."]+\.([^."]+)/g)].map(([, payload = ""]) =>
    Number(/"iat":(\d+)/.exec(Buffer.from(payload, "base64url").toString())?.[1] ?? 0),
  );
  return Math.max(0, ...tokens) * 1000;
};

const services = createLocalServices({ projectId: "demo-x", seed: 7, now: () => 0, standalone: true });
const translator = createTranslator(services);

async function replay(exchange: (typeof exchanges)[number]): Promise<string[]> {
  const moment = momentOf(exchange.response);
  if (moment > services.clock.now()) services.clock.set(moment);
  const response = await services.handle(translator.request(exchange));
  if (!response) return ["no handler answered"];
  const media = (type: string | null | undefined) => type?.split(";")[0];
  const text = await response.text();
  const isJson = media(response.headers.get("content-type")) === "application/json";
  const ours: unknown = isJson ? JSON.parse(text) : text;
  translator.learnFrom(exchange.response, ours);
  return [
    ...(response.status === exchange.status ? [] : [`status ${exchange.status} became ${response.status}`]),
    ...(media(exchange.responseHeaders["content-type"]) === media(response.headers.get("content-type"))
      ? []
      : ["another content type"]),
    ...differences(exchange.response, ours),
  ];
}

services.clock.set(momentOf(exchanges.find(({ response }) => momentOf(response) > 0)?.response));

describe("a client of Google's Auth Emulator gets the same responses", () => {
  test.each(exchanges)(
    "the services answer a recorded request as Google's Auth Emulator did: $name",
    async (exchange) => {
      const found = await replay(exchange);
      const listed = divergences.get(exchange.name);
      if (!listed) return expect(found).toEqual([]);
      expect(found, "a listed divergence exists").not.toEqual([]);
      expect(listed.why, "a divergence has a reason").not.toBe("");
    },
  );
});

test("each listed divergence belongs to a recorded exchange", () => {
  const names = new Set(exchanges.map(({ name }) => name));
  const strange = [...divergences.keys()].filter((name) => !names.has(name));
  expect(strange).toEqual([]);
});
