import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { requestWithRetries } from './retries.ts'

/** Asks something that comes to each of `outcomes` in turn, without really waiting. */
async function ask(outcomes: (ApiError | 'answer')[]) {
  const slept: number[] = []
  const waits: number[] = []
  const left = [...outcomes]
  const result = await requestWithRetries(
    async () => {
      const outcome = left.shift()
      if (outcome instanceof ApiError) throw outcome
      return outcome
    },
    {
      signal: new AbortController().signal,
      onWait: seconds => waits.push(seconds),
      sleep: async milliseconds => {
        slept.push(milliseconds)
      },
    },
  ).catch((error: unknown) => error)
  return { result, slept, waits, tries: outcomes.length - left.length }
}

const busy = (retryAfter: number | null) => new ApiError('throttled', { status: 429, retryAfter })
const broken = new ApiError('unavailable', { status: 503 })

describe('requestWithRetries', () => {
  test('waits as long and as often as a busy service asks', async () => {
    const { result, slept, waits } = await ask([...Array(6).fill(busy(17)), 'answer'])
    expect(result).toBe('answer')
    expect(waits).toEqual(Array(6).fill(17))
    expect(slept).toEqual(Array(6).fill(17_000))
  })

  test('retries a transient fault a limited number of times', async () => {
    expect(await ask([broken, new ApiError('offline'), 'answer'])).toMatchObject({
      result: 'answer',
      tries: 3,
    })
    const inVain = await ask(Array(9).fill(broken))
    expect(inVain).toMatchObject({ result: broken, tries: 4, waits: [] })
  })

  test.each(['forbidden', 'signed-out', 'not-found', 'unreadable', 'invalid'] as const)(
    'does not try %s again',
    async kind => {
      expect((await ask([new ApiError(kind), 'answer'])).tries).toBe(1)
    },
  )

  test('stops waiting when it is aborted', async () => {
    const given = new AbortController()
    const waits = requestWithRetries(() => Promise.reject(busy(3600)), {
      signal: given.signal,
      onWait: () => given.abort(new Error('cancelled')),
    })
    await expect(waits).rejects.toThrow('cancelled')
  })
})
