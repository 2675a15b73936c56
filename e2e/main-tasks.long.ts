// Long: Firefox and WebKit start, and walk through the main tasks.
import type { Engine } from './engines/engine.ts'
import { findFirefox, findWebKit } from './engines/find-engines.ts'
import { startFirefox } from './engines/firefox.ts'
import { walkMainTasks } from './engines/main-tasks.ts'
import { startWebKit } from './engines/webkit.ts'
import { type Redial, test } from './support/redial.ts'

// Each browser is a separate test, so that workers run them in parallel. Each takes as long as a dozen tests.
test.describe.configure({ mode: 'parallel', timeout: 180_000 })
test.use({ demo: 'main tasks' })

test('the main tasks in Firefox', async ({ redial }) => {
  const firefox = findFirefox()
  skipWithout(firefox, 'Firefox', 'apt-get install firefox-esr')
  await walk(() => startFirefox(firefox), redial, '27825558002')
})

test('the main tasks in WebKit', async ({ redial }) => {
  const webkit = findWebKit()
  skipWithout(webkit, 'WebKit, Safari’s engine,', 'apt-get install webkit2gtk-driver xvfb')
  await walk(() => startWebKit(webkit), redial, '27825558003')
})

/** On CI, a missing browser is an error. */
function skipWithout<T>(programs: T | null, name: string, way: string): asserts programs is T {
  const isMissing = programs === null
  const reason = `${name} is not installed: ${way}`
  if (isMissing && process.env.REQUIRE_ALL_BROWSERS === '1') throw new Error(reason)
  test.skip(isMissing, reason)
}

async function walk(start: () => Promise<Engine>, redial: Redial, number: string) {
  const engine = await start()
  try {
    const { text } = await redial.makeToken()
    // The first event of the list: Redial would ask before it sends one again that was delivered.
    await redial.addFailures(1)
    await walkMainTasks(engine, { url: redial.url, token: text, number })
  } finally {
    await engine.close()
  }
}
