import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { erased, itemWithoutCaller } from './erased-text.ts'

const DIGITS = '27821234567'

const { db } = await closedAfterAll(openTestDatabase())

async function resultOf(text: RawBuilder<string>): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select ${text} as value`.execute(db)
  return rows[0]?.value
}

test.each([
  ['{"from":"27821234567"}', '{"from":"anonymous"}'],
  ['{"from":"+27 (82) 123-4567, again"}', '{"from":"anonymous, again"}'],
  ['{"from": 27821234567, "all":[27821234567]}', '{"from": null, "all":[null]}'],
  ['{"call_id":27821234567,"id": 27821234567}', '{"call_id":27821234567,"id": 27821234567}'],
  ['{"url":"https://a.example/?n=27821234567"}', '{"url":"https://a.example/?n=anonymous"}'],
  ['{"id":27821234567', '{"id":anonymous'],
  ['call 082 123 4567 or (082) 123-4567', 'call anonymous or (anonymous'],
  ['+27 (0)82 123 4567, 0027821234567', 'anonymous, anonymous'],
  ['10821234567 and 08212345670', '10821234567 and 08212345670'],
  ['278212345670 and 127821234567', '278212345670 and 127821234567'],
  ['', ''],
])('a number is replaced in %s', async (text, without) => {
  expect(await resultOf(erased(sql`${text}::text`, DIGITS))).toBe(without)
})

test('a long text full of the number takes no quadratic time', async () => {
  const text = sql`repeat(${'+27 (82) 123-4567 and '}, 20000)`
  expect(await resultOf(erased(text, DIGITS))).toBe('anonymous and '.repeat(20_000))
})

test('the payload of a failed event loses its caller, whatever its other texts say', async () => {
  const error = 'answered ,"request_json": to 27821234567'
  const request_json = {
    call_id: 7,
    caller_number: '27821234567',
    recording_url: 'https://recordings.example/7',
    intent: 'Ms Dlamini asks',
    vehicle: null,
  }
  const item = JSON.stringify({ id: 1, attempts: [{ error }], request_json })
  const without = await resultOf(itemWithoutCaller(sql`${item}::text`, DIGITS))
  expect(without).toBe(
    JSON.stringify({
      id: 1,
      attempts: [{ error: 'answered ,"request_json": to anonymous' }],
      request_json: { call_id: 7, caller_number: 'anonymous', intent: 'erased', vehicle: null },
    }),
  )
})
