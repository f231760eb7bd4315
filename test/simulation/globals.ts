import nodeCrypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import type { Random } from "./random.ts";
import { inPlace, presentPlace, type Scheduler } from "./scheduler.ts";

const RealDate = Date;

/** A `Date` whose present is the simulation's. */
function simulatedDate(now: () => number): DateConstructor {
  return new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  });
}

/** Web Crypto works in other threads, whose end no seed decides: one call after the other, and no task before its end. */
function inOrder(subtle: SubtleCrypto, { hold }: Scheduler): SubtleCrypto {
  let last: Promise<unknown> = Promise.resolve();
  return new Proxy(subtle, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const result = last.then(() => Reflect.apply(method, target, args) as Promise<unknown>);
        last = result.catch(() => undefined);
        return hold(result);
      };
    },
  });
}

/**
 * Replaces every clock, timer and random source that our code, the local services or a library reads as a global.
 * Returns the function that restores them.
 */
export function replaceGlobals(scheduler: Scheduler, random: Random): () => void {
  const cancels = new Map<number, () => void>();
  let started = 0;
  /** A timer of a server's process is lost with it. */
  const start = (
    callback: (...args: unknown[]) => void,
    ms = 0,
    args: unknown[] = [],
    isRepeated = false,
  ) => {
    started += 1;
    const id = started;
    const place = presentPlace();
    const arm = () => void cancels.set(id, scheduler.after(ms, fire, place));
    const fire = () => {
      cancels.delete(id);
      if (isRepeated) arm();
      if (place) inPlace(place, () => callback(...args));
      else callback(...args);
    };
    arm();
    const timer = { unref: () => timer, ref: () => timer, [Symbol.toPrimitive]: () => id };
    return timer;
  };
  const clear = (id: unknown) => {
    cancels.get(Number(id))?.();
    cancels.delete(Number(id));
  };
  const timeout = (ms: number): AbortSignal => {
    const controller = new AbortController();
    start(() => controller.abort(new DOMException("The operation timed out.", "TimeoutError")), ms);
    return controller.signal;
  };
  // Node keeps a composite signal, and all that its listeners know, as long as one listens.
  const any = (sources: AbortSignal[]): AbortSignal => {
    const controller = new AbortController();
    for (const source of sources) {
      const follow = () => controller.abort(source.reason);
      if (source.aborted) follow();
      else source.addEventListener("abort", follow);
    }
    return controller.signal;
  };
  const fill = <Bytes extends ArrayBufferView>(bytes: Bytes): Bytes => {
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let index = 0; index < view.length; index += 1) view[index] = random.between(0, 255);
    return bytes;
  };
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
  };
  const replaced: [object, string, unknown][] = [
    [globalThis, "Date", simulatedDate(scheduler.now)],
    [globalThis, "setTimeout", (run: () => void, ms?: number, ...args: unknown[]) => start(run, ms, args)],
    [globalThis, "clearTimeout", clear],
    [
      globalThis,
      "setInterval",
      (run: () => void, ms?: number, ...args: unknown[]) => start(run, ms, args, true),
    ],
    [globalThis, "clearInterval", clear],
    [AbortSignal, "timeout", timeout],
    [AbortSignal, "any", any],
    [globalThis, "setImmediate", (run: () => void, ...args: unknown[]) => start(run, 0, args)],
    [globalThis, "clearImmediate", clear],
    [Math, "random", random.next],
    [performance, "now", () => scheduler.now() - RealDate.UTC(2026, 0, 1)],
    [crypto, "getRandomValues", fill],
    [crypto, "randomUUID", uuid],
    // What the server imports.
    [crypto, "subtle", inOrder(crypto.subtle, scheduler)],
    [nodeCrypto, "randomUUID", uuid],
    [nodeCrypto, "randomBytes", (size: number) => Buffer.from(fill(new Uint8Array(size)))],
    [timers, "setTimeout", (ms: number) => new Promise<void>((resolve) => void start(() => resolve(), ms))],
  ];
  const before = replaced.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name));
  for (const [target, name, value] of replaced)
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  syncBuiltinESMExports();
  return () => {
    for (const [index, [target, name]] of replaced.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
    }
    syncBuiltinESMExports();
  };
}
