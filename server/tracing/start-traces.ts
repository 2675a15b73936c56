import { createHash, randomBytes } from 'node:crypto'
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type IdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { AcceptedReport } from '../../contract/telephony.ts'
import type { Sender } from '../webhooks/http/sender.ts'

export type Traces = {
  /** @param began when the report came, in ms since 1970 */
  reported(report: AcceptedReport, began: number): void
  /** The same sender, with a span for each attempt. */
  traced(sender: Sender, kind: 'delivery' | 'replay'): Sender
  /** Sends what is left. */
  close(): Promise<void>
}

type TracesSettings = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` comes after it. */
  endpoint: string
  /** Tells the databases apart that send to one collector. */
  database: string
  /** WEBHOOK_TRACEPARENT. */
  tellsReceivers: boolean
  role: string
}

/**
 * Sends a trace for each event to an OpenTelemetry collector: the report, and each attempt. The ids of
 * the trace and of its first span follow from the event's id, so that any process continues the
 * trace, days later as well, and nothing has to be stored for it (docs/decisions/0054).
 */
export function startTraces({ endpoint, database, tellsReceivers, role }: TracesSettings): Traces {
  const ids = new ChosenIds()
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': process.env.OTEL_SERVICE_NAME || 'redial',
        'redial.role': role,
      }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
        }),
      }),
    ],
  })
  const tracer = provider.getTracer('redial')
  const idsOf = (eventId: string) => {
    const hash = createHash('sha256').update(`${database} ${eventId}`).digest('hex')
    return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
  }

  return {
    reported({ call_id, deliveries }, began) {
      for (const { id, event } of deliveries) {
        const attributes = {
          'redial.event': event,
          'redial.event_id': id,
          'redial.call_id': call_id,
        }
        ids.next = idsOf(String(id))
        const options = { startTime: began, root: true, kind: SpanKind.SERVER, attributes }
        tracer.startSpan('report', options, ROOT_CONTEXT).end()
        ids.next = null
      }
    },
    traced: (sender, kind) => ({
      async post(url, body, headers = {}) {
        const id = headers['webhook-id']
        if (id === undefined) return sender.post(url, body, headers)
        const parent = { ...idsOf(id), traceFlags: TraceFlags.SAMPLED, isRemote: true }
        const attributes = { 'redial.event_id': id, 'server.address': URL.parse(url)?.host ?? '' }
        const span = tracer.startSpan(
          kind,
          { kind: SpanKind.CLIENT, attributes },
          trace.setSpanContext(context.active(), parent),
        )
        try {
          const { traceId, spanId } = span.spanContext()
          const outcome = await sender.post(url, body, {
            ...headers,
            ...(tellsReceivers && { traceparent: `00-${traceId}-${spanId}-01` }),
          })
          const { status, delivered, error } = outcome
          if (status !== null) span.setAttribute('http.response.status_code', status)
          if (!delivered) span.setStatus({ code: SpanStatusCode.ERROR, message: error ?? '' })
          return outcome
        } finally {
          span.end()
        }
      },
      close: () => sender.close(),
    }),
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** Random ids, but for a span whose ids were chosen. */
class ChosenIds implements IdGenerator {
  next: { traceId: string; spanId: string } | null = null

  generateTraceId(): string {
    return this.next?.traceId ?? randomBytes(16).toString('hex')
  }

  generateSpanId(): string {
    return this.next?.spanId ?? randomBytes(8).toString('hex')
  }
}
