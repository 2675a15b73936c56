// Long: a server watches an account, sends e-mails and is followed through four pages.
import { sql } from 'kysely'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import { startMailServer } from '../../server/testing/peers/test-mail-server.ts'
import { addFailedEvents, addPartner } from '../../server/testing/test-service.ts'
import { expectEventually } from '../replays/run-page.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { openSession } from '../support/open-session.ts'
import { expect, test } from '../support/redial.ts'
import { startTestApp } from '../support/start-test-app.ts'

test('a person lets Redial watch, reads what fails, and snoozes it', async ({ page }) => {
  const mail = await startMailServer()
  const app = await startTestApp(
    { SMTP_URL: mail.url, NOTICE_FROM: 'redial@redial.example' },
    { timings: { ...PRODUCTION_TIMINGS, noticePollMs: 50 } },
  )
  const { db } = app.database
  // Receivers of the demo begin to fail at times that depend on the clock.
  const partner = await addPartner(app.database, 'P-1')
  await page.context().addCookies([await openSession(app.url, partner.token)])
  // The page asks every few seconds what became of a message.
  await page.clock.install()
  await page.goto(`${app.url}/settings`)
  const section = page.getByRole('region', { name: 'Notices', exact: true })
  // The parts above have no entries yet, so they are low.
  await expect(section.getByRole('button', { name: 'Watch this account' })).toBeInViewport()
  await page
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Notices' })
    .click()
  await expect(section.getByRole('heading', { name: 'Notices', exact: true })).toBeInViewport()
  await expect(section).toContainText('it reads today’s failed events every few minutes')
  await section.getByRole('button', { name: 'Watch this account' }).click()
  await expect(section).toContainText('Redial watches this account')

  const email = section.getByLabel('E-mail address', { exact: true })
  await email.fill('thandi')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(email).toHaveAccessibleDescription(/Enter one e-mail address/)
  await email.fill('thandi@example.com')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await section.getByRole('button', { name: 'Send a test' }).click()
  const messages = section.getByRole('list', { name: 'Latest messages' }).getByRole('listitem')
  const sent = messages.first().getByText('Sent', { exact: true })
  await expectEventually(sent)
  expect(mail.mails.map(({ to }) => to)).toEqual([['thandi@example.com']])
  await expectAccessible(page)

  mail.behave({
    refusal: [550, '5.1.1 No such user'],
  })
  await section.getByRole('button', { name: 'Send a test' }).click()
  await expectEventually(messages.first().getByText('Not sent'))
  mail.behave({})
  await messages.first().getByRole('button', { name: 'Send again' }).click()
  await expectEventually(sent)
  await expectAccessible(page)

  const lookedAt = async () => {
    const watch = await db.selectFrom('notice_watch').select('looked_at').executeTakeFirst()
    return watch?.looked_at ?? null
  }
  await expect.poll(lookedAt).not.toBeNull()
  const failure = {
    callback_url: 'https://hooks.newer.example/calls',
    attempts: [
      { at: new Date().toISOString(), status: 500, error: 'answered 500', duration_ms: 9 },
    ],
    failed_at: new Date(),
    request_json: '{"call_id":1,"company":{"name":"Newer Cars","reference":"newer"}}',
  }
  await addFailedEvents(app.database, partner.id, Array(5).fill(failure))
  // Otherwise the next look is in two minutes.
  await sql`update notice_watch set next_look_at = now()`.execute(db)
  await expect.poll(() => mail.mails.length).toBe(3)
  expect(mail.mails[2]?.raw).toContain(
    'Subject: Redial: Newer Cars (hooks.newer.example/calls) is failing',
  )

  await page.reload()
  await page.getByRole('button', { name: 'Notices 1 new' }).click()
  const bell = page.getByRole('region', { name: 'Your notices' })
  await expect(bell.getByRole('listitem')).toContainText(
    'Newer Cars (hooks.newer.example/calls) is failing',
  )
  await expect(bell.getByRole('listitem')).toContainText('5 events of Newer Cars failed since')
  await expectAccessible(page)
  await bell.getByLabel('Snooze this receiver: hooks.newer.example/calls').click()
  await bell.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect(bell.getByRole('listitem')).toContainText('Snoozed: no messages until')
  await expectAccessible(page)
  await bell.getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Failed calls', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()

  await page.goto(`${app.url}/receivers?receiver=hooks.newer.example/calls`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Wake hooks.newer.example/calls' }).click()
  await expect(panel.getByLabel('Snooze this receiver: hooks.newer.example/calls')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Stop watching' }).click()
  await expect.poll(lookedAt).toBeNull()
  await app.close()
  await mail.close()
})
