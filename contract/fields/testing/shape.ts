import type { FieldMap } from '../field-map.ts'

/** The shape of a service's items, with the path of each meaning. */
export type Shape = {
  name: string
  items: unknown[]
  range: { from_date: string; to_date: string }
  /** Meanings without a path are not in the items. */
  expected: {
    item?: Partial<FieldMap['item']>
    attempt?: Partial<FieldMap['attempt']>
    payload?: Partial<FieldMap['payload']>
  }
  /** Meanings that the author did not mention. */
  unsaid?: string[]
  /** Paths that are also correct. */
  alsoRight?: Record<string, string[]>
}

/** The sample event with a number, which each shape writes in its own format. */
export type SampleEvent = ReturnType<typeof sampleEvents>[number]

export const SAMPLE_RANGE = { from_date: '2026-11-01', to_date: '2026-11-23' }

const COMPANIES = ['Acme Cars', 'Blouberg Auto', 'Umhlanga Pre-Owned', 'Karoo Motors']
const ERRORS = ['Connection refused', 'Read timed out after 10 s', 'certificate has expired']
const PEOPLE = ['Sipho Dlamini', 'Anna Botha', 'Lerato Mokoena']
const MINUTE = 60_000

function pick<Value>(values: Value[], n: number): Value {
  const value = values[n % values.length]
  if (value === undefined) throw new Error(`There is no value ${n}.`)
  return value
}

/** The same twelve events for each shape. */
export function sampleEvents() {
  return Array.from({ length: 12 }, (_, n) => {
    const started = new Date(Date.UTC(2026, 10, 2 + n, 8 + (n % 9), 3 * n, 7 + n))
    const seconds = 20 + n * 17
    const ended = new Date(started.getTime() + seconds * 1000)
    const isAnswered = n % 3 !== 0
    return {
      n,
      uuid: `${(0x1f3a9b00 + n * 7919).toString(16)}-41d4-4716-a446-6655440${10000 + n}`,
      url: `https://hooks${n % 4}.example/redial/${n % 4}`,
      status: isAnswered ? pick([500, 404, 503, 401], n) : null,
      error: isAnswered ? null : pick(ERRORS, n / 3),
      attempts: 4 - (n % 2),
      created: new Date(ended.getTime() + 2_000),
      failed: new Date(ended.getTime() + 36 * MINUTE),
      started,
      ended,
      seconds,
      caller: `2782555${String(1000 + n * 37)}`,
      tracking: `2721555${String(2000 + (n % 5))}`,
      company: pick(COMPANIES, n),
      person: pick(PEOPLE, n),
      recording: `https://recordings.example/${n}.mp3`,
    }
  })
}

/** "2026-11-22 12:00:00", in UTC. */
export function plain(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}

/** Seconds since 1970. */
export function epoch(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

/** The payload of docs/interface.md, "Call termination callback payload". */
export function standardPayload(event: SampleEvent) {
  return {
    call_id: `call-${event.uuid}`,
    tracking_number: event.tracking,
    caller_number: event.caller,
    call_start_stamp: event.started.toISOString(),
    call_end_stamp: event.ended.toISOString(),
    call_duration: event.seconds,
    answered: event.n % 2 === 0,
    recording_url: event.recording,
    company: { name: event.company, reference: `REF-${event.n % 4}` },
    contact: { name: event.person },
  }
}

/** A shape whose items are built from the sample events. */
export function shape(
  name: string,
  item: (event: SampleEvent) => unknown,
  expected: Shape['expected'],
  alsoRight: Shape['alsoRight'] = {},
): Shape {
  return { name, items: sampleEvents().map(item), range: SAMPLE_RANGE, expected, alsoRight }
}

/** The same plain item around every payload. */
export function around(event: SampleEvent, request_json: unknown) {
  return {
    id: event.n,
    callback_url: event.url,
    failed_at: event.failed.toISOString(),
    request_json,
  }
}

/** The paths that `around` writes. */
export const AROUND = { id: 'id', receiver: 'callback_url', failed_at: 'failed_at' }
