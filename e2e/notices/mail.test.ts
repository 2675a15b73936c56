import { AxeBuilder } from '@axe-core/playwright'
import { timesIn } from '../../contract/time/times-in.ts'
import { composeNotices } from '../../server/gateway/notices/compose-message.ts'
import { expect, test } from '../support/redial.ts'

// In dark mode, the browser chooses the colours of the text and the background, and axe knows neither.
test('axe finds no problem in an e-mail', async ({ page }) => {
  const operator_text = 'Hello,\n\nWhat happened\nYour receiver answered 503.'
  const facts = { count: 7, since: '2026-11-28T08:00:00Z', cause: 'Answered 503', operator_text }
  const about = { receiver: 'hooks.acme.example/calls', company: null, facts }
  const origin = 'https://redial.example'
  const reader = { origin, unsubscribe: `${origin}/stop`, times: timesIn('Africa/Johannesburg') }
  const notices = [
    { kind: 'failing' as const, ...about },
    { kind: 'recovered' as const, ...about },
  ]
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setContent(composeNotices(notices, reader, false).content.html)
  const { passes, violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(passes.map(({ id }) => id)).toContain('color-contrast')
  expect(violations).toEqual([])
})
