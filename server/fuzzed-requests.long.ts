// Long: sends hundreds of random requests to every route.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedAfterEach } from './testing/closed-after-each.ts'
import { answerProblem } from './testing/fuzz/answer-problem.ts'
import { fuzzedRequestsTo } from './testing/fuzz/fuzzed-redial.ts'
import { sendRequest } from './testing/fuzz/send-request.ts'
import { startTestApp } from './testing/start-test-app.ts'
import { TEST_TIMINGS } from './testing/test-timings.ts'

const TELEPHONY_KEY = 'a-key-of-the-telephone-switch-for-tests'
/**
 * Other seeds find other problems: `npm run bench security` sends 20,000 requests with a new seed
 * each time.
 */
const SEED = 14
const REQUESTS = 300
const IN_FLIGHT = 10

const opened = closedAfterEach()

test("no hostile request causes an error of ours or an answer in a shape that the interface doesn't have", async () => {
  const app = await opened(
    startTestApp(
      { TELEPHONY_KEY, LOG_LEVEL: 'fatal' },
      // Some of the requests start replays to receivers that hang.
      { timings: { ...TEST_TIMINGS, attemptDeadlineMs: 300 } },
    ),
  )
  const requests = await fuzzedRequestsTo(app.url, {
    tokens: [app.demoToken ?? ''],
    telephonyKey: TELEPHONY_KEY,
  })
  const left = fc.sample(requests, { seed: SEED, numRuns: REQUESTS }).values()
  const problems: unknown[] = []
  const sendAll = async () => {
    for (const request of left) {
      const problem = answerProblem(request, await sendRequest(app.url, request))
      if (problem !== null) problems.push({ problem, request })
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendAll))
  expect(problems).toEqual([])
})
