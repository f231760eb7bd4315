import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import * as v from "valibot";
import { until } from "../support/until.mjs";

/** A connection and a processor: Chromium delays each response by the latency and shares the throughput. */
export type Setting = { name: string; latencyMs: number; bytesPerMs: number; processor: number };

/** The press that measures when a page reacts, and what shows that it is performed. */
export type Press = {
  name: string;
  /** The control is pressed as soon as it is visible. */
  control: string;
  /** Before the press. */
  fill?: Readonly<Record<string, string>>;
  /** The press is performed when the page has this element, or sends a request to this address. */
  done: { element: string } | { request: RegExp };
};

export type Loaded = { name: string; type: string; bytes: number; startMs: number; endMs: number };
/** A visit without a press, until the line is idle. */
export type Look = { bytes: number; paintMs: number; largestPaintMs: number; shift: number };
/** A visit with a press as early as possible. */
export type Reaction = {
  /** What arrived before the page reacted, by arrival. */
  before: readonly Loaded[];
  bytes: number;
  script: number;
  reactMs: number;
  /** NaN if the press leaves the page. */
  interactionMs: number;
};

const Observed = v.object({
  paint: v.number(),
  largestPaint: v.number(),
  shift: v.number(),
  interaction: v.number(),
  done: v.nullable(v.number()),
});

declare global {
  interface Window {
    webBench: v.InferOutput<typeof Observed>;
  }
}

/** Runs in the page before its scripts. */
const observe = (selector: string | undefined): void => {
  const seen = { paint: 0, largestPaint: 0, shift: 0, interaction: 0, done: null as number | null };
  window.webBench = seen;
  const watch = (type: string, use: (entry: PerformanceEntry) => void, options = {}): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.paint = startTime;
  });
  watch("largest-contentful-paint", ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  watch(
    "event",
    (entry) => {
      const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number };
      if (interactionId > 0) seen.interaction = Math.max(seen.interaction, duration);
    },
    { durationThreshold: 16 },
  );
  if (selector === undefined) return;
  const look = (): void => {
    if (seen.done === null && document.querySelector(selector)) seen.done = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  document.addEventListener("DOMContentLoaded", look);
};

/** A visit on the slowest line is over long before. */
const LIMIT_MS = 60_000;

const nameOf = (url: string): string => {
  const { pathname } = new URL(url);
  return pathname.replace(/-[\w-]{6,8}(?=\.\w+$)/, "").replace("/assets/", "");
};

/** Records each response and its size on the line, headers included. */
function recordLoads(cdp: CDPSession, isDone: (url: string) => boolean) {
  const loads = new Map<string, Loaded>();
  let start: number | undefined;
  let doneMs: number | undefined;
  let hasLeft = false;
  let pending = 0;
  let changedAt = Date.now();
  cdp.on("Network.requestWillBeSent", ({ requestId, request, timestamp, type = "Other" }) => {
    start ??= timestamp;
    const startMs = (timestamp - start) * 1000;
    if (doneMs === undefined && isDone(request.url)) {
      doneMs = startMs;
      hasLeft = type === "Document";
    }
    if (!request.url.startsWith("http") || request.url.includes("/Listen/")) return; // the live document stays open
    pending += 1;
    changedAt = Date.now();
    loads.set(requestId, { name: nameOf(request.url), type, bytes: 0, startMs, endMs: Number.NaN });
  });
  const settle = (requestId: string): void => {
    if (!loads.has(requestId)) return;
    pending -= 1;
    changedAt = Date.now();
  };
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const load = loads.get(requestId);
    if (load) Object.assign(load, { bytes: encodedDataLength, endMs: (timestamp - (start ?? 0)) * 1000 });
    settle(requestId);
  });
  cdp.on("Network.loadingFailed", ({ requestId }) => settle(requestId));
  return {
    doneMs: () => doneMs,
    /** Whether the press was a navigation by the browser: Chromium does not report the end of the old page's requests. */
    hasLeft: () => hasLeft,
    all: () => [...loads.values()].filter(({ endMs }) => !Number.isNaN(endMs)),
    /** Whether nothing has been on the line for a while. */
    isQuiet: () => pending === 0 && Date.now() - changedAt > 1_000,
  };
}

const sum = (loads: readonly Loaded[]): number => loads.reduce((total, { bytes }) => total + bytes, 0);

type Opened = { page: Page; loads: ReturnType<typeof recordLoads>; read: () => Promise<Figures> };
type Figures = v.InferOutput<typeof Observed>;

/** Opens a page with an empty cache on a slow connection. */
async function open(
  context: BrowserContext,
  address: string,
  setting: Setting,
  done: Press["done"] | undefined,
): Promise<Opened> {
  const page: Page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.clearBrowserCache");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: setting.latencyMs,
    downloadThroughput: setting.bytesPerMs * 1000,
    uploadThroughput: setting.bytesPerMs * 1000,
    connectionType: "cellular3g",
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: setting.processor });
  const loads = recordLoads(cdp, (url) => done !== undefined && "request" in done && done.request.test(url));
  // tsx names functions by this helper, which a page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(observe, done !== undefined && "element" in done ? done.element : undefined);
  await page.goto(address, { waitUntil: "commit" });
  const read = async () => v.parse(Observed, await page.evaluate(() => window.webBench));
  return { page, loads, read };
}

/** Measures a visit without a press: a press would end the search for the largest paint, and excuse what moves. */
export async function look(context: BrowserContext, address: string, setting: Setting): Promise<Look> {
  const { page, loads, read } = await open(context, address, setting, undefined);
  try {
    await until(() => loads.all().length > 0 && loads.isQuiet(), "an idle line", LIMIT_MS);
    const { paint, largestPaint, shift } = await read();
    return { bytes: sum(loads.all()), paintMs: paint, largestPaintMs: largestPaint, shift };
  } finally {
    await page.close();
  }
}

/** Presses a control as soon as it is visible, and measures until the press is performed. */
export async function react(
  context: BrowserContext,
  address: string,
  setting: Setting,
  press: Press,
): Promise<Reaction> {
  const { done } = press;
  const { page, loads, read } = await open(context, address, setting, done);
  try {
    const control = page.locator(press.control);
    await control.waitFor({ state: "visible", timeout: LIMIT_MS });
    for (const [selector, text] of Object.entries(press.fill ?? {})) await page.locator(selector).fill(text);
    await control.click();
    // A navigation ends the page whose figures are read.
    const readEnd = async () => ("request" in done ? loads.doneMs() : (await read()).done);
    const end = await until(readEnd, `${press.name} on ${address}`, LIMIT_MS);
    const before = loads
      .all()
      .filter(({ endMs }) => endMs <= end)
      .toSorted((one, other) => one.endMs - other.endMs);
    let interactionMs = Number.NaN;
    if (!loads.hasLeft()) {
      // The browser reports an interaction after its next paint, and none that took less than 16 ms.
      const reportedBy = Date.now() + 500;
      const isReported = async () => {
        interactionMs = (await read()).interaction;
        return interactionMs > 0 || Date.now() > reportedBy;
      };
      await until(isReported, "the interaction");
    }
    return {
      before,
      bytes: sum(before),
      script: sum(before.filter(({ name }) => name.endsWith(".js"))),
      reactMs: end,
      interactionMs,
    };
  } finally {
    await page.close();
  }
}
