import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import * as v from "valibot";

/** A connection and a processor: Chromium delays each response by the latency and shares the throughput. */
export type Setting = { name: string; latencyMs: number; bytesPerMs: number; processor: number };

/** A page, the press that measures when it reacts, and what shows that the press is performed. */
export type Route = {
  path: string;
  press: string;
  /** The control is pressed as soon as it is visible. */
  control: string;
  /** Before the press. */
  fill?: Readonly<Record<string, string>>;
  /** The press is performed when the page has this element, or sends a request to this address. */
  done: { element: string } | { request: RegExp };
};

export type Loaded = { name: string; type: string; bytes: number; startMs: number; endMs: number };
export type Visit = {
  /** What arrived before the page reacted, by arrival. */
  before: readonly Loaded[];
  bytesBefore: number;
  scriptBefore: number;
  paintMs: number;
  largestPaintMs: number;
  shift: number;
  reactMs: number;
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
    isQuiet: () => pending === 0 && Date.now() - changedAt > 1_500,
  };
}

async function until(what: string, check: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited ${limitMs / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const sum = (loads: readonly Loaded[]): number => loads.reduce((total, { bytes }) => total + bytes, 0);

/** Opens a page with an empty cache, presses its control as soon as it is visible, and measures until the line is idle. */
export async function visit(
  context: BrowserContext,
  origin: string,
  route: Route,
  setting: Setting,
): Promise<Visit> {
  const page: Page = await context.newPage();
  try {
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
    const { done } = route;
    const loads = recordLoads(cdp, (url) => "request" in done && done.request.test(url));
    // tsx names functions by this helper, which a page does not have.
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.addInitScript(observe, "element" in done ? done.element : undefined);
    await page.goto(origin + route.path, { waitUntil: "commit" });
    const control = page.locator(route.control);
    await control.waitFor({ state: "visible", timeout: 60_000 });
    for (const [selector, text] of Object.entries(route.fill ?? {})) await page.locator(selector).fill(text);
    await control.click();
    const read = async () => v.parse(Observed, await page.evaluate(() => window.webBench));
    let seen = await read();
    await until(`${route.press} on ${route.path}`, async () => {
      // A navigation ends the page whose figures are read.
      if ("request" in done) return loads.doneMs() !== undefined;
      seen = await read();
      return seen.done !== null;
    });
    const reactMs = "request" in done ? (loads.doneMs() ?? Number.NaN) : (seen.done ?? Number.NaN);
    if (!loads.hasLeft()) {
      await until("an idle line", () => loads.isQuiet());
      seen = await read();
    }
    const all = loads.all().toSorted((one, other) => one.endMs - other.endMs);
    const before = all.filter(({ endMs }) => endMs <= reactMs);
    return {
      before,
      bytesBefore: sum(before),
      scriptBefore: sum(before.filter(({ name }) => name.endsWith(".js"))),
      paintMs: seen.paint,
      largestPaintMs: seen.largestPaint,
      shift: seen.shift,
      reactMs,
      interactionMs: seen.interaction,
    };
  } finally {
    await page.close();
  }
}
