import { expect, test } from 'vitest'
import { addRow } from '../testing/rows.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { NOW } from '../testing/test-service.ts'
import { daysBefore, remove } from './testing/retention-test.ts'

test('notices are kept for 90 days, and messages for 30', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const of = { service: 'service', account: 'account' }
  for (const days of [89, 91]) {
    const notice = { kind: 'failing', receiver: null, company: null, facts: '{}' } as const
    await addRow(db, 'notice', { ...of, ...notice, key: `${days}`, at: daysBefore(NOW, days) })
  }
  const person = { made_by: '', who: '', origin: '', schedule: 'each', daily_at: '08:00' } as const
  const { id: recipient_id } = await addRow(db, 'notice_recipient', {
    ...of,
    ...person,
    topics: '[]',
    snoozed: '[]',
    told_until: 0,
    visited_at: NOW,
  })
  for (const days of [29, 31]) {
    const message = { recipient_id, channel: 'email', content: '{}', next_at: null } as const
    await addRow(db, 'notice_message', {
      ...message,
      subject: `${days}`,
      at: daysBefore(NOW, days),
    })
  }
  await remove(database, NOW, {})
  expect(await db.selectFrom('notice').select('key').execute()).toEqual([{ key: '89' }])
  const messages = await db.selectFrom('notice_message').select('subject').execute()
  expect(messages).toEqual([{ subject: '29' }])
  await database.close()
})
