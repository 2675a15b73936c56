// Long: every page opens with every odd answer of a service.
import { anyAnswers, ODD_ANSWERS } from './support/odd-answers.ts'
import { MAIN_PATHS, PATHS, test } from './support/redial-with-odd-answers.ts'

// A hundred pages are opened; after a failure, the answer says more than a trace.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 120_000 })

for (const [what, answer] of Object.entries(ODD_ANSWERS)) {
  test(`no page goes blank when the service answers with ${what}`, ({ expectContent }) =>
    expectContent(MAIN_PATHS, what, [answer]))
}

test('no page is blank, whatever the service answers', async ({ expectContent }) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  process.stdout.write(`fuzzed answers: seed ${seed}\n`)
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  await expectContent(PATHS, `seed ${seed}`, anyAnswers(seed))
})

test('no page is blank, whatever the service answers, from seed 1', ({ expectContent }) =>
  expectContent(PATHS, 'seed 1', anyAnswers(1)))
