import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { Seals } from '../session/seals.ts'
import { notice } from './judge.ts'
import { Watches } from './watches.ts'

const { db } = await closedAfterAll(openTestDatabase())

test('a look may find that 10,000 receivers fail', async () => {
  const watches = new Watches(db, new Seals('a secret for tests, of enough characters'), 'service')
  const caller = { service: 'service', account: 'account', who: null, tokenKey: 'key' }
  const authorization = 'Token t'
  const now = new Date()
  await db
    .transaction()
    .execute(trx => watches.start({ ...caller, authorization, sessionId: null }, now, trx))
  const watch = await watches.claim(now, 120_000)
  if (watch === null) throw new Error('There is no watch')
  const notices = Array.from({ length: 10_000 }, (_, at) =>
    notice('failing', { receiver: `r${at}.example`, company: null }, now, {}),
  )
  await watches.commit(watch, { state: watch.state, notices }, now, now)
  const { stored } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow()
  expect(stored).toBe(10_000)
})
