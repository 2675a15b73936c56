// Long: every page opens with every odd answer of a service.
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { PAGES } from './pages.ts'
import type { OtherService } from './support/other-service.ts'
import { onOtherService as base, expect as expectSoon } from './support/redial.ts'

const DAYS = 'from=2026-11-21&to=2026-11-21'
const LIST = `/failed-calls?${DAYS}`

/** Every page, and further parts of the pages that show answers of the service. */
const PATHS = [
  ...PAGES.map(({ path }) => path),
  LIST,
  `${LIST}&view=groups`,
  `${LIST}&view=all`,
  `${LIST}&event=7`,
  `/failed-ai-events?${DAYS}&page=3`,
]
/** The pages that show most of an answer. */
const MAIN_PATHS = [LIST, '/blocklist']

/** Large and deep answers take a slow machine a while. */
const expect = expectSoon.configure({ timeout: 30_000 })

/**
 * Opens each page while the service answers every request with the next of these, over and over.
 * Each page has to have content.
 */
type ExpectContent = (paths: string[], what: string, answers: OddAnswer[]) => Promise<void>

/** A page in front of a service with odd answers. The test fails if the page has an error. */
const test = base.extend<{ expectContent: ExpectContent }>({
  expectContent: async ({ page, otherService }, use) => {
    const faults: Error[] = []
    page.on('pageerror', error => faults.push(error))
    page.on('dialog', dialog => {
      faults.push(new Error(`Markup ran: ${dialog.message()}`))
      void dialog.dismiss()
    })
    await use(async (paths, what, answers) => {
      answerWith(otherService, answers)
      for (const path of paths) {
        await base.step(`${path} with ${what}`, () => look(page, path))
      }
    })
    expect(faults).toEqual([])
  },
})

/** What a service answers; with status 200 and as JSON unless it says otherwise. */
type OddAnswer = { status?: number; type?: string; body: string | Buffer }

const pageOf = (...items: string[]) =>
  `{"count":${items.length},"next":null,"previous":null,"results":[${items}]}`
const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)
const item = (payload: string) =>
  `{"id":7,"entity_context_name":"company","entity":{"reference":"A","name":"A"},"blocked_phone_number_list":[],"request_json":${payload}}`

/** Answers that have broken something, or could, and that chance hardly makes. */
const ODD_ANSWERS = {
  'a byte order mark': { body: `\ufeff${pageOf(item('{"call_id":1}'))}` },
  'bytes that are no text': {
    body: Buffer.concat([
      Buffer.from('{"results":["'),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from('"]}'),
    ]),
  },
  'errors as pages': { status: 500, type: 'text/html', body: '<h1>Server Error (500)</h1>' },
  'names that JavaScript has a use for': {
    body: pageOf(
      '{"__proto__":{"id":1},"constructor":{"prototype":1},"toString":1,"valueOf":2,"hasOwnProperty":3,"request_json":{"__proto__":null,"answered":{"toString":1},"company":{"name":{"toString":1}},"toString":null}}',
    ),
  },
  'events of endless depth': {
    body: pageOf(
      item(nested('{"a":', '}').replace('{}', '{"a":1}').replace(':}', ':1}')),
      nested('[', ']'),
      `{"attempts":${nested('[', ']')}}`,
    ),
  },
  'much of it': {
    body: pageOf(
      ...Array.from({ length: 40 }, (_, index) =>
        item(`{"call_id":${index},"text":"${'x'.repeat(100_000)}"}`),
      ),
      ...Array(2_000).fill('null'),
    ),
  },
  markup: {
    body: pageOf(
      item(
        '{"company":{"name":"<img src=x onerror=alert(1)>"},"recording_url":"javascript:alert(1)"}',
      ),
    ),
  },
} satisfies Record<string, OddAnswer>

// A hundred pages are opened; after a failure, the answer says more than a trace.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 120_000 })

for (const [what, answer] of Object.entries(ODD_ANSWERS)) {
  test(`no page goes blank when the service answers with ${what}`, ({ expectContent }) =>
    expectContent(MAIN_PATHS, what, [answer]))
}

for (const seed of [Math.floor(Math.random() * 2 ** 31), 1]) {
  test(`no page is blank, whatever the service answers, from ${seed === 1 ? 'seed 1' : 'any seed'}`, async ({
    expectContent,
  }) => {
    test.info().annotations.push({ type: 'seed', description: String(seed) })
    process.stdout.write(`fuzzed answers: seed ${seed}\n`)
    // Some are almost valid, some truncated.
    await expectContent(PATHS, `seed ${seed}`, fc.sample(answers, { seed, numRuns: 200 }))
  })
}

function answerWith(service: OtherService, answers: OddAnswer[]) {
  let count = 0
  service.behave((_request, response) => {
    const {
      status = 200,
      type = 'application/json',
      body,
    } = answers[count++ % answers.length] ?? { body: '' }
    response.writeHead(status, { 'content-type': type }).end(body)
  })
}

/** Opens a page and the first event that it lists. */
async function look(page: Page, path: string) {
  await page.goto(path)
  await expectContentOf(page)
  const first = page.locator('main a[id^="open-"]').first()
  if (path === LIST && (await first.isVisible())) {
    await first.click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  }
}

/** Expects a heading with content or an explained error, and never a crash. */
async function expectContentOf(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading').first()).toBeVisible()
  await expect(main.getByText(/^(Loading|Reading|Looking)/)).toHaveCount(0)
  await expect(main).toContainText(/\w+ \w+ \w+/)
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}

const anything = fc.jsonValue({ maxDepth: 3 })

/** The value, or any other in place of it or of a part of it. */
function varied(value: unknown): fc.Arbitrary<unknown> {
  if (value instanceof fc.Arbitrary) return value
  const isObject = typeof value === 'object' && value !== null
  const fields = isObject ? Object.entries(value).map(([name, each]) => [name, varied(each)]) : []
  const near = Array.isArray(value)
    ? fc.array(varied(value[0]), { maxLength: 8 })
    : isObject
      ? fc.record(Object.fromEntries(fields), { requiredKeys: [] })
      : fc.constant(value)
  return fc.oneof({ arbitrary: near, weight: 3 }, anything)
}

const STAMP = fc.constantFrom('2026-11-21T09:30:00+02:00', '2026-11-21 09:30', 1795253400, '')
const CALL = varied({
  call_id: 1,
  caller_number: fc.constantFrom('+27820000001', '27820000001', 'anonymous'),
  call_start_stamp: STAMP,
  call_duration: fc.constantFrom('35', -1, 1e300),
  answered: fc.constantFrom(0, 1, 'true'),
  recording_url: fc.webUrl(),
  company: { name: 'A', reference: 'A' },
})
/** An event, a blocklist record and a company in one object. */
const ITEM = {
  id: fc.nat(),
  event: fc.constantFrom('call_termination', 'missed_call_saver'),
  callback_url: fc.webUrl(),
  failed_at: STAMP,
  attempts: [{ at: STAMP, status: fc.nat(), error: 'E', duration_ms: 9 }],
  request_json: fc.oneof(CALL, CALL.map(JSON.stringify)),
  entity_context_name: fc.constantFrom('company', 'Group', 'site'),
  entity: { reference: 'A', name: 'A' },
  blocked_phone_number_list: [{ phone_number: '27820000001' }],
  reference: 'A',
  name: 'A',
}

const answers = fc
  .record({
    status: fc.constantFrom(200, 200, 200, 200, 400, 403, 404),
    type: fc.constantFrom('application/json', 'application/json', 'text/plain', ''),
    value: fc.oneof(varied([ITEM]), varied({ count: fc.nat(), next: null, results: [ITEM] })),
    keep: fc.constantFrom(1, 1, 1, 0.7),
  })
  .map(({ value, keep, ...answer }): OddAnswer => {
    const body = JSON.stringify(value)
    return { ...answer, body: body.slice(0, Math.ceil(body.length * keep)) }
  })
