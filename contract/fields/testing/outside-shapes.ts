import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { formatPath, parsePath } from '../field-path.ts'
import type { Shape } from './shape.ts'

/*
 * Shapes by authors who had not seen the code. Each file keeps only a few of the author's items, chosen so
 * that every kind of value occurs. The authors named the meanings in plain words, because the names in the
 * code could give hints.
 */

const Path = z.pipe(
  z.nullable(z.string()),
  z.transform(path => (path === null ? null : formatPath(parsePath(path) ?? [path]))),
)

const File = z.object({
  name: z.string(),
  range: z.object({ from: z.string(), to: z.string() }),
  items: z.array(z.unknown()),
  expected: z.object({
    id: Path,
    failedAt: Path,
    receiver: Path,
    status: Path,
    error: Path,
    attemptCount: Path,
    attempts: Path,
    attempt: z.nullish(z.object({ at: Path, status: Path, error: Path, duration: Path })),
    event: Path,
    payload: z.object({
      callId: Path,
      startedAt: Path,
      endedAt: Path,
      duration: Path,
      answered: Path,
      caller: Path,
      trackingNumber: Path,
      company: Path,
      recording: Path,
    }),
  }),
  acceptable: z.nullish(z.record(z.string(), z.array(Path))),
})

const MEANINGS: Record<string, string> = {
  id: 'item.id',
  failedAt: 'item.failed_at',
  receiver: 'item.receiver',
  status: 'item.status',
  error: 'item.error',
  attemptCount: 'item.attempt_count',
  attempts: 'item.attempts',
  event: 'item.event',
  'attempt.at': 'attempt.at',
  'attempt.status': 'attempt.status',
  'attempt.error': 'attempt.error',
  'attempt.duration': 'attempt.duration_ms',
  'payload.callId': 'payload.call_id',
  'payload.startedAt': 'payload.call_start_stamp',
  'payload.endedAt': 'payload.call_end_stamp',
  'payload.duration': 'payload.call_duration',
  'payload.answered': 'payload.answered',
  'payload.caller': 'payload.caller_number',
  'payload.trackingNumber': 'payload.tracking_number',
  'payload.company': 'payload.company',
  'payload.recording': 'payload.recording_url',
}

const FOLDER = new URL('./outside/', import.meta.url)

export const OUTSIDE_SHAPES: Shape[] = readdirSync(FOLDER)
  .sort()
  .map(name => shapeOf(File.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')))))

function shapeOf({ name, items, range, expected, acceptable }: z.infer<typeof File>): Shape {
  const { attempt, payload } = expected
  const alsoRight = Object.entries(acceptable ?? {}).map(([meaning, paths]): [string, string[]] => [
    MEANINGS[meaning] ?? meaning,
    paths.flatMap(path => path ?? []),
  ])
  return {
    name,
    items,
    range: { from_date: range.from, to_date: range.to },
    expected: {
      item: {
        id: expected.id,
        failed_at: expected.failedAt,
        receiver: expected.receiver,
        status: expected.status,
        error: expected.error,
        attempt_count: expected.attemptCount,
        attempts: expected.attempts,
        event: expected.event,
      },
      attempt: attempt
        ? {
            at: attempt.at,
            status: attempt.status,
            error: attempt.error,
            duration_ms: attempt.duration,
          }
        : {},
      payload: {
        call_id: payload.callId,
        call_start_stamp: payload.startedAt,
        call_end_stamp: payload.endedAt,
        call_duration: payload.duration,
        answered: payload.answered,
        caller_number: payload.caller,
        tracking_number: payload.trackingNumber,
        company: payload.company,
        recording_url: payload.recording,
      },
    },
    unsaid: ['payload.contact'],
    alsoRight: Object.fromEntries(alsoRight),
  }
}
