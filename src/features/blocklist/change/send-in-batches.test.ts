import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { type BatchProgress, sendInBatches } from './send-in-batches.ts'

const NUMBERS = Array.from({ length: 25_000 }, (_, index) => String(27_820_000_000 + index))

type Service = (part: string[], request: number) => unknown

async function run(numbers: string[], service: Service, { stopAfter = Number.NaN } = {}) {
  const sent: number[] = []
  const progress: BatchProgress[] = []
  const done: string[] = []
  const stop = new AbortController()
  const send = async (part: string[]) => {
    sent.push(part.length)
    if (sent.length === stopAfter) stop.abort()
    const failure = service(part, sent.length)
    if (failure) throw failure
    done.push(...part)
  }
  const outcome = await sendInBatches(numbers, send, {
    onProgress: step => progress.push(step),
    signal: stop.signal,
  })
  return { sent, progress, done, outcome }
}

const takesAtMost = (most: number) => (part: string[]) =>
  part.length > most && new ApiError('unreadable', { status: 413 })

describe('sendInBatches', () => {
  it('sends 10,000 at a time and reports its progress', async () => {
    const { sent, progress, done, outcome } = await run(NUMBERS, () => null)
    expect(sent).toEqual([10_000, 10_000, 5_000])
    expect(progress.map(({ done }) => done)).toEqual([0, 10_000, 20_000])
    expect(outcome).toMatchObject({ rest: [], failed: [], failure: null })
    expect(done).toEqual(NUMBERS)
  })

  it('halves a batch that is too large until it fits, and sends no number twice', async () => {
    const { sent, done, outcome } = await run(NUMBERS, takesAtMost(3_000))
    expect(sent.slice(0, 4)).toEqual([10_000, 5_000, 2_500, 2_500])
    expect(outcome).toMatchObject({ rest: [], failure: null })
    expect(done).toEqual(NUMBERS)
  })

  it('stops if even one number is too large', async () => {
    const { sent, done, outcome } = await run(NUMBERS.slice(0, 3), takesAtMost(0))
    expect(sent).toEqual([3, 2, 1])
    expect(done).toEqual([])
    expect(outcome).toMatchObject({
      rest: NUMBERS.slice(0, 3),
      failed: NUMBERS.slice(0, 1),
      failure: { status: 413 },
    })
  })

  it.each([
    ['flat', ['Ensure this field has no more than 1000 elements.']],
    ['as a whole', { non_field_errors: ['Zu viele.'] }],
  ])('halves a batch that is refused as a list, %s', async (_how, errors) => {
    const tooMany = new ApiError('invalid', {
      status: 400,
      validation: { blocked_phone_number_list: errors },
    })
    const { sent, done, outcome } = await run(NUMBERS, part => part.length > 1000 && tooMany)
    expect(sent.slice(0, 5)).toEqual([10_000, 5_000, 2_500, 1_250, 625])
    expect(outcome).toMatchObject({ rest: [], failure: null })
    expect(done).toEqual(NUMBERS)
    // So few are not refused for their count.
    const few = await run(NUMBERS.slice(0, 100), () => tooMany)
    expect(few.sent).toEqual([100])
    expect(few.outcome).toMatchObject({ rest: NUMBERS.slice(0, 100), failure: tooMany })
  })

  it.each([
    ['an entry', { blocked_phone_number_list: { 1: { phone_number: ['Odd.'] } } }],
    ['another field', { entity: ['Closed.'] }],
    ['another field as well', { blocked_phone_number_list: ['Odd.'], entity: ['Closed.'] }],
    ['nothing in particular', { non_field_errors: ['Not today.'] }],
  ])('sends no smaller batches if %s is refused', async (_what, validation) => {
    const failure = new ApiError('invalid', { status: 400, validation })
    const { sent, outcome } = await run(NUMBERS, () => failure)
    expect(sent).toEqual([10_000])
    expect(outcome).toMatchObject({ rest: NUMBERS, failure })
  })

  it('keeps finished batches if one fails, and returns that batch and the rest', async () => {
    const failure = new ApiError('unavailable', { status: 500 })
    const { done, outcome } = await run(NUMBERS, (_, request) => request === 2 && failure)
    expect(done).toEqual(NUMBERS.slice(0, 10_000))
    expect(outcome.rest).toEqual(NUMBERS.slice(10_000))
    expect(outcome.failed).toEqual(NUMBERS.slice(10_000, 20_000))
    expect(outcome.failure).toBe(failure)
  })

  it('stops between two batches', async () => {
    const { sent, outcome } = await run(NUMBERS, () => null, { stopAfter: 2 })
    expect(sent).toHaveLength(2)
    expect(outcome).toMatchObject({ rest: NUMBERS.slice(20_000), failure: null })
  })

  it('waits if the service asks for it, reports that, and sends the same batch again', async () => {
    const busy = new ApiError('throttled', { status: 429, retryAfter: 0.1 })
    const { sent, progress, outcome } = await run(NUMBERS, (_, request) => request === 2 && busy)
    expect(sent).toEqual([10_000, 10_000, 10_000, 5_000])
    expect(progress).toContainEqual({ done: 10_000, all: 25_000, wait: 1 })
    expect(outcome).toMatchObject({ rest: [], failure: null })
  })

  it('never waits longer than a minute', async () => {
    const busy = new ApiError('throttled', { status: 429, retryAfter: 3600 })
    const { outcome } = await run(NUMBERS, () => busy)
    expect(outcome).toMatchObject({ rest: NUMBERS, failure: busy })
  })
})
