import { chromiumEngine } from './engines/chromium.ts'
import { walkMainTasks } from './engines/main-tasks.ts'
import { test } from './support/redial.ts'

test.use({ demo: 'main tasks' })

test('the main tasks in Chromium', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  // The first event of the list: Redial would ask before it sends one again that was delivered.
  await redial.addFailures(1)
  await walkMainTasks(chromiumEngine(page), {
    url: redial.url,
    token: text,
    number: '27825558001',
  })
})
