import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedAfterEach } from './testing/closed-after-each.ts'
import { answerProblem } from './testing/fuzz/answer-problem.ts'
import { fuzzedRequestsTo } from './testing/fuzz/fuzzed-redial.ts'
import { sendRequest } from './testing/fuzz/send-request.ts'
import { startTestApp } from './testing/start-test-app.ts'

const TELEPHONY_KEY = 'a-key-of-the-telephone-switch-for-tests'
/** Another seed finds other things: `npm run bench security` sends 20,000 each time. */
const SEED = 14
const REQUESTS = 300

const opened = closedAfterEach()

test('no request, however hostile, gets an error of ours or an answer in no shape of the interface', async () => {
  const app = await opened(startTestApp({ TELEPHONY_KEY, LOG_LEVEL: 'fatal' }))
  const requests = await fuzzedRequestsTo(app.url, {
    tokens: [app.demoToken ?? ''],
    telephonyKey: TELEPHONY_KEY,
  })
  await fc.assert(
    fc.asyncProperty(requests, async request => {
      expect(answerProblem(request, await sendRequest(app.url, request))).toBeNull()
    }),
    { seed: SEED, numRuns: Number(process.env.FUZZ_RUNS ?? REQUESTS), endOnFailure: true },
  )
})
