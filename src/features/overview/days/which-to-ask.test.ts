import { describe, expect, test } from 'vitest'
import { ApiError, type ApiErrorKind } from '../../../api/api-error.ts'
import { type CountState, whichToAsk } from './which-to-ask.ts'

const KNOWN: CountState = { status: 'success', fetchStatus: 'idle', error: null }
const ON_ITS_WAY: CountState = { status: 'pending', fetchStatus: 'fetching', error: null }
const failed = (kind: ApiErrorKind): CountState => ({
  status: 'error',
  fetchStatus: 'idle',
  error: new ApiError(kind),
})

describe('whichToAsk', () => {
  test.each<[string, (CountState | undefined)[], boolean[]]>([
    ['the first two', [undefined, undefined, undefined], [true, true, false]],
    [
      'the next one once one has come',
      [ON_ITS_WAY, KNOWN, undefined, undefined],
      [true, true, true, false],
    ],
    [
      'none before one of two has come',
      [KNOWN, ON_ITS_WAY, ON_ITS_WAY, undefined],
      [true, true, true, false],
    ],
    [
      'the next ones past one that failed',
      [failed('unavailable'), undefined, undefined, undefined],
      [true, true, true, false],
    ],
    [
      'none once three have failed',
      [failed('unavailable'), failed('unreadable'), failed('unavailable'), undefined],
      [true, true, true, false],
    ],
    [
      'none of a service that is too busy',
      [KNOWN, failed('throttled'), undefined],
      [true, true, false],
    ],
    ['none without a connection', [failed('offline'), undefined], [true, false]],
  ])('asks for %s', (_what, states, expected) => {
    expect(whichToAsk(states)).toEqual(expected)
  })
})
