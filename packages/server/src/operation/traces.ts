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
import { ended, type Observed, type Operation, started } from "../telemetry/observe.ts";
import { release } from "./release.ts";

/** The context that a trusted proxy names; `traceparentOf` has checked its form. */
function remoteContext(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "0"] = traceparent.split("-");
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The time limit of one export, including its retries. The server's stop waits for a running export. */
const EXPORT_TIMEOUT_MS = 2_000;

/** The least time between two requests that begin a trace, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Whether the spans of a request's statements and calls can be found. Before Node 24, `AsyncLocalStorage` observes
 * every promise of the process, and slows them from its first use until the end.
 */
const HAS_CHILDREN = Number.parseInt(process.versions.node, 10) >= 24;

const KINDS: Partial<Record<Operation["kind"], SpanKind>> = {
  request: SpanKind.SERVER,
  database: SpanKind.CLIENT,
  keys: SpanKind.CLIENT,
  mail: SpanKind.CLIENT,
};

const spanNameOf = (operation: Operation): string =>
  operation.kind === "request" ? operation.method : `${operation.kind} ${operation.name}`;

/** Completes a span. It gets the kind of an error, never its message, which may quote the input. */
function endSpan(span: Span, operation: Observed): void {
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
 * @param ratio the share of requests that are sampled, at most ten per second, unless the proxy's trace context decides
 * @returns sends the last spans and ends
 */
export function startTraces(options: { endpoint: string; ratio: number }): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "tallybin", "service.version": release }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${options.endpoint}/v1/traces`,
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      }),
    ],
  });
  const tracer = provider.getTracer("tallybin");
  const contexts = HAS_CHILDREN ? new AsyncLocalStorage<Context | undefined>() : undefined;
  let sampled = 0;
  let begunAt = Number.NEGATIVE_INFINITY;
  const spans = new WeakMap<object, Span>();
  /** The context of an operation's span; undefined if it gets none. */
  const contextOf = (operation: Observed): Context | undefined => {
    if (operation.kind !== "request") return sampled > 0 ? contexts?.getStore() : undefined;
    const isDue = operation.traceparent !== undefined || performance.now() - begunAt >= PAUSE_MS;
    return isDue ? remoteContext(operation.traceparent) : undefined;
  };
  const stopStarts = started.subscribe((operation) => {
    const isRequest = operation.kind === "request";
    const from = contextOf(operation);
    const kind = KINDS[operation.kind] ?? SpanKind.INTERNAL;
    const span = from && tracer.startSpan(spanNameOf(operation), { kind }, from);
    if (from && span?.isRecording()) {
      spans.set(operation, span);
      if (!isRequest) return;
      sampled++;
      begunAt = performance.now();
      operation.trace = span.spanContext().traceId;
      contexts?.enterWith(trace.setSpan(from, span));
      // The request before on the same connection may have been sampled.
    } else if (isRequest && sampled > 0) contexts?.enterWith(undefined);
  });
  const stopEnds = ended.subscribe((operation) => {
    const span = spans.get(operation);
    if (!span) return;
    endSpan(span, operation);
    if (operation.kind === "request" && --sampled === 0) contexts?.disable();
  });
  return async () => {
    stopStarts();
    stopEnds();
    contexts?.disable();
    // A collector that is away loses the last spans, and must not make the stop fail.
    await provider.shutdown().catch(() => undefined);
  };
}
