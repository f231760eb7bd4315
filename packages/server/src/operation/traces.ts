import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { type Observed, type Operation, operations } from "../telemetry/observe.ts";

/** The context that a trusted proxy names; `traceparentOf` has checked its form. */
function remoteContext(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "0"] = traceparent.split("-");
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const KINDS: Partial<Record<Operation["kind"], SpanKind>> = {
  request: SpanKind.SERVER,
  database: SpanKind.CLIENT,
  keys: SpanKind.CLIENT,
  mail: SpanKind.CLIENT,
};

const nameOf = (operation: Operation): string =>
  operation.kind === "request" ? operation.method : `${operation.kind} ${operation.name}`;

/** Completes a span. It gets the kind of an error, never its message, which may quote the input. */
function end(span: Span, operation: Observed): void {
  if (operation.kind === "request") {
    const { method, route, status = 500, id } = operation;
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
    });
    if (id !== undefined) span.setAttribute("tallybin.request_id", id);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  } else if (operation.error !== undefined) {
    const { name } = operation.error as { name?: unknown };
    span.setAttribute("error.type", typeof name === "string" ? name : "unknown");
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/**
 * Sends a span for each operation of a sampled request to an OTLP collector.
 * @param ratio the share of requests that are sampled, unless the proxy's trace context decides
 * @returns sends the last spans and ends
 */
export function startTraces(options: { endpoint: string; ratio: number }): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "tallybin" }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces` }) }),
    ],
  });
  const tracer = provider.getTracer("tallybin");
  const contexts = new AsyncLocalStorage<Context>();
  // Node's types expect messages in the store; it holds their contexts.
  const store = contexts as unknown as AsyncLocalStorage<Operation>;
  const spans = new WeakMap<object, Span>();
  const begin = (operation: Operation): Context => {
    const parent = contexts.getStore();
    // Nothing below an unsampled request is sampled, so it needs no span.
    if (parent !== undefined && !trace.getSpan(parent)?.isRecording()) return parent;
    const from = parent ?? remoteContext(operation.kind === "request" ? operation.traceparent : undefined);
    const span = tracer.startSpan(
      nameOf(operation),
      { kind: KINDS[operation.kind] ?? SpanKind.INTERNAL },
      from,
    );
    if (span.isRecording()) {
      spans.set(operation, span);
      if (operation.kind === "request") operation.trace = span.spanContext().traceId;
    }
    return trace.setSpan(from, span);
  };
  const onEnd = (message: unknown): void => {
    const span = spans.get(message as Observed);
    if (span) end(span, message as Observed);
  };
  operations.start.bindStore(store, begin as never);
  operations.asyncEnd.subscribe(onEnd);
  return async () => {
    operations.start.unbindStore(store);
    operations.asyncEnd.unsubscribe(onEnd);
    contexts.disable();
    await provider.shutdown();
  };
}
