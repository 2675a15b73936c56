import { expect, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const key = (letter: string) => letter.repeat(32)

const app = await closedAfterAll(
  startTestApp({
    DEMO: 'off',
    TELEPHONY_KEY: key('t'),
    PREVIOUS_TELEPHONY_KEY: key('u'),
    METRICS_KEY: key('m'),
    PREVIOUS_METRICS_KEY: key('n'),
  }),
)

async function statusOf(path: string, bearer: string): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}` }
  const { status } = await fetch(app.url + path, { headers })
  return status
}

test.each([
  ['/telephony/v1/tracking_numbers/', ['t', 'u'], ['m', 'n', 'x']],
  ['/metrics', ['m', 'n'], ['t', 'u', 'x']],
])('%s is open to its key and to the one before it', async (path, right, wrong) => {
  for (const letter of right)
    expect([letter, await statusOf(path, key(letter))]).toEqual([letter, 200])
  for (const letter of wrong)
    expect([letter, await statusOf(path, key(letter))]).toEqual([letter, 401])
})
