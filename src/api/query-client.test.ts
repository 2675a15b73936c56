import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, type ApiErrorKind } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NO_CONSEQUENCES = { onSignedOut: () => {}, whenReachable: () => {} }

/** How long the waits were, in seconds, until a read that always fails is given up. */
async function waitsOf(error: ApiError): Promise<number[]> {
  const times: number[] = []
  const client = createQueryClient(NO_CONSEQUENCES)
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => {
      times.push(Date.now())
      throw error
    },
  })
  const unsubscribe = observer.subscribe(() => {})
  await vi.runAllTimersAsync()
  expect(observer.getCurrentResult().isError).toBe(true)
  unsubscribe()
  return times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / 1000)
}

const busy = (retryAfter: number | null) => new ApiError('throttled', { status: 429, retryAfter })

describe('a read that failed', () => {
  test.each<[string, number | null, number[]]>([
    ['as long as the service asks', 30, [30, 30, 30, 30, 30, 30, 30, 30]],
    ['a second at least', 0, [1, 1, 1, 1, 1, 1, 1, 1]],
    ['longer each time where it does not say', null, [5, 10, 20, 40, 60, 60, 60, 60]],
    ['for a person to decide, where it asks for long', 86_400, []],
    ['for a person to decide, where it asks for ever', 1e15, []],
  ])('waits %s', async (_, retryAfter, waits) => {
    expect(await waitsOf(busy(retryAfter))).toEqual(waits)
  })

  test.each<[ApiErrorKind, number[]]>([
    ['unavailable', [0.4, 0.8]],
    ['cut-off', [0.4, 0.8]],
    ['offline', []],
    ['unreadable', []],
    ['forbidden', []],
    ['not-found', []],
    ['invalid', []],
  ])('because of "%s" is tried again where that can help', async (kind, waits) => {
    expect(await waitsOf(new ApiError(kind))).toEqual(waits)
  })
})

test('a mutation is never retried', async () => {
  const client = createQueryClient(NO_CONSEQUENCES)
  let tries = 0
  const mutation = client.getMutationCache().build(client, {
    mutationFn: async () => {
      tries++
      throw new ApiError('unavailable', { status: 502 })
    },
  })
  const ended = mutation.execute(undefined).catch(() => {})
  await vi.runAllTimersAsync()
  await ended
  expect(tries).toBe(1)
})
