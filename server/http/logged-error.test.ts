import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { loggedError } from './logged-error.ts'

const PHONE_NUMBER = '27825550147'

test('an error of the database is logged without the row', async () => {
  const database = await openTestDatabase()
  const lines: string[] = []
  const logger = pino(
    { level: 'trace', serializers: { err: loggedError } },
    { write: (line: string) => lines.push(line) },
  )
  const add = () =>
    database.db.insertInto('tn_prefix').values({ prefix: PHONE_NUMBER, name: 'x' }).execute()
  await add()
  await add().catch(error => logger.error(error, 'twice'))
  await database.db
    .selectFrom('partner')
    .select('id')
    .where('name', '=', PHONE_NUMBER)
    .where(eb => eb(eb.cast<number>(eb.val(`+${PHONE_NUMBER}.`), 'bigint'), '=', 1))
    .execute()
    .catch(error => logger.error(error, 'not a number'))
  await database.close()
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain(PHONE_NUMBER)
  expect(lines[0]).toContain('duplicate key')
  expect(lines[0]).toContain('"code":"23505"')
  expect(lines[1]).toContain('22P02')
})
