import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  REFUSED_CHECKS_PATH,
  RefusedCheck,
  TRACKING_NUMBERS_PATH,
} from '../../../contract/blocklist/blocklist-extensions.ts'
import { addPartner } from '../../testing/test-service.ts'
import { RefusedChecks } from './refused-checks.ts'
import { CALLER, NUMBER, SETTINGS, serviceWithSwitch } from './testing/telephone-switch.ts'

const { service, ask } = await serviceWithSwitch()
const { db } = service.database
const { token } = await addPartner(service.database, 'P-1', { companies: ['ACME'] })
const stranger = await addPartner(service.database, 'P-2', { companies: ['OTHER'] })
await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)

const change = (path: string) =>
  service.ask('POST', path, {
    token,
    body: {
      entity: { reference: 'ACME', name: 'Acme' },
      entity_context_name: 'company',
      blocked_phone_number_list: [{ phone_number: CALLER }],
    },
  })
const refused = async (of = token) =>
  z.array(RefusedCheck).parse((await service.ask('GET', REFUSED_CHECKS_PATH, { token: of })).body)

function countingAt(at: Date) {
  return new RefusedChecks({
    db,
    logger: { warn: () => expect.unreachable() },
    timeZone: 'Africa/Johannesburg',
    clock: () => at,
  })
}

test('refused callers are counted for the list that blocks them, and stored together', async () => {
  await change('/v1/blocklist/')
  const { id } = await db.selectFrom('blocklist').select('id').executeTakeFirstOrThrow()
  const counting = countingAt(new Date())
  for (let call = 0; call < 3; call++) counting.add([id], CALLER)
  expect(await refused()).toEqual([])
  await counting.store()
  counting.add([id], CALLER)
  await counting.stop()
  expect(await refused()).toEqual([
    {
      entity_context_name: 'company',
      entity: { reference: 'ACME', name: 'Acme Motors' },
      phone_number: CALLER,
      count: 4,
      last_at: expect.stringMatching(/\+02:00$/),
    },
  ])
  expect(await refused(stranger.token)).toEqual([])
})

test('calls of more than 90 days ago do not count', async () => {
  const { id } = await db.selectFrom('blocklist').select('id').executeTakeFirstOrThrow()
  const counting = countingAt(new Date(Date.now() - 91 * 24 * 3_600_000))
  counting.add([id], CALLER)
  await counting.stop()
  expect(await refused()).toMatchObject([{ count: 4 }])
})

test('a list that is gone is left out, and the others are stored', async () => {
  const { id } = await db.selectFrom('blocklist').select('id').executeTakeFirstOrThrow()
  const counting = countingAt(new Date())
  counting.add([id, 999_999], CALLER)
  await counting.stop()
  expect(await refused()).toMatchObject([{ count: 5 }])
})

test('a number that is not blocked any more is not listed', async () => {
  await change('/v1/blocklist/unblock/')
  expect(await refused()).toEqual([])
  await change('/v1/blocklist/')
  expect(await refused()).toMatchObject([{ count: 5 }])
})

test('tracking numbers are listed for their partner alone', async () => {
  const listed = async (of: string) =>
    (await service.ask('GET', TRACKING_NUMBERS_PATH, { token: of })).body
  expect(await listed(token)).toEqual([{ phone_number: NUMBER, company: 'Acme Motors' }])
  expect(await listed(stranger.token)).toEqual([])
})

test('the switch’s checks of a blocked caller are counted once the service stops', async () => {
  await ask('POST', 'callers/check/', { tracking_number: NUMBER, caller_number: CALLER })
  await ask('POST', 'callers/check/', { tracking_number: NUMBER, caller_number: '27829990000' })
  await service.app.close()
  const rows = await db.selectFrom('refused_check').selectAll().execute()
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(7)
})
