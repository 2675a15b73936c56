import { expect, test } from 'vitest'
import { addPartner } from '../../testing/test-service.ts'
import { CALLER, NUMBER, SETTINGS, serviceWithSwitch } from './testing/telephone-switch.ts'

const GROUPS = ['G-1', 'G-2', 'G-3'].map(reference => ({ reference, name: `Group ${reference}` }))
const CHECK = { tracking_number: NUMBER, caller_number: CALLER }
const ALLOWED = { allowed: true, blocked_by: [] }

const { service, ask } = await serviceWithSwitch()
const P_1 = { companies: ['OTHER'], groups: ['G-9'] }
const P_2 = { companies: ['ACME'], groups: ['G-1'] }
const tokens: Record<string, string> = {
  'P-1': (await addPartner(service.database, 'P-1', P_1)).token,
  'P-2': (await addPartner(service.database, 'P-2', P_2)).token,
}
const company = { ...SETTINGS.company, groups: GROUPS }
await ask('PUT', `tracking_numbers/${NUMBER}/`, { ...SETTINGS, company })

const change = async (path: string, context: string, reference: string, partner = 'P-1') => {
  const answer = await service.ask('POST', path, {
    token: tokens[partner],
    body: {
      entity: { reference, name: reference },
      entity_context_name: context,
      blocked_phone_number_list: [{ phone_number: CALLER }],
    },
  })
  expect(answer.status).toBeLessThan(300)
}
/**
 * Adds to the list of the tracking number's company a value that the interface doesn't accept as a
 * number.
 */
const listFor = async (phone_number: string) => {
  const { db } = service.database
  const { id: company_id, partner_id } = await db
    .selectFrom('company')
    .innerJoin('partner', 'partner.id', 'company.partner_id')
    .select(['company.id', 'partner_id'])
    .where('company.reference', '=', 'ACME')
    .where('partner.reference', '=', 'P-1')
    .executeTakeFirstOrThrow()
  const { id: blocklist_id } = await db
    .insertInto('blocklist')
    .values({ partner_id, company_id })
    .onConflict(conflict =>
      conflict.columns(['partner_id', 'company_id', 'group_id']).doUpdateSet({ company_id }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('blocked_number').values({ blocklist_id, phone_number }).execute()
}
const check = async (body: object = CHECK) => (await ask('POST', 'callers/check/', body)).body

test('a caller that is only on lists of others may connect', async () => {
  expect(await check()).toEqual(ALLOWED)
  await change('/v1/blocklist/', 'company', 'OTHER')
  await change('/v1/blocklist/', 'group', 'G-9')
  await change('/v1/blocklist/', 'company', 'ACME', 'P-2')
  await change('/v1/blocklist/', 'group', 'G-1', 'P-2')
  await change('/v1/blocklist/', 'partner', 'P-2', 'P-2')
  expect(await check()).toEqual(ALLOWED)
})

test('each list that blocks the caller is named, and unblocking lets the caller through', async () => {
  const lists: [context: string, reference: string, name: string][] = [
    ['company', 'ACME', 'Acme Motors'],
    ['group', 'G-1', 'Group G-1'],
    ['group', 'G-3', 'Group G-3'],
    ['partner', 'P-1', 'Partner P-1'],
  ]
  const named = lists.map(([entity_context_name, reference, name]) => ({
    entity_context_name,
    entity: { reference, name },
  }))
  for (const [i, [context, reference]] of lists.entries()) {
    await change('/v1/blocklist/', context, reference)
    expect(await check()).toEqual({ allowed: false, blocked_by: [named[i]] })
    await change('/v1/blocklist/unblock/', context, reference)
    expect(await check()).toEqual(ALLOWED)
  }
  for (const [context, reference] of lists) await change('/v1/blocklist/', context, reference)
  expect(await check()).toEqual({ allowed: false, blocked_by: named })
  expect(await check({ ...CHECK, caller_number: '27820000000' })).toEqual(ALLOWED)
})

test.each([
  null,
  '',
  ' ',
  'anonymous',
  'Anonymous',
  'UNKNOWN',
  'Restricted',
  'private',
  'withheld',
  'unavailable',
])('a withheld number is on no list: %j', async caller_number => {
  // No request can add these to a list, but they would match if they were compared.
  await listFor(String(caller_number))
  expect(await ask('POST', 'callers/check/', { ...CHECK, caller_number })).toMatchObject({
    status: 200,
    body: ALLOWED,
  })
})

test('a short caller number may connect, unless a list has exactly this number', async () => {
  for (const caller_number of ['10', '112', '2010', '0100', '123456']) {
    expect(await check({ ...CHECK, caller_number })).toEqual(ALLOWED)
  }
  await listFor('2010')
  expect(await check({ ...CHECK, caller_number: '2010' })).toMatchObject({ allowed: false })
  expect(await check({ ...CHECK, caller_number: '201' })).toEqual(ALLOWED)
  expect(await check({ ...CHECK, caller_number: '20100' })).toEqual(ALLOWED)
})

test.each(['+27', '+27821234567', '0821234567', '1', '27 82 123 4567', 'nobody', 'sip:2010@pbx'])(
  'the caller number %j is a 400',
  async caller_number => {
    const answer = await ask('POST', 'callers/check/', { ...CHECK, caller_number })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      caller_number: [expect.stringMatching(/7 to 15 digits.*2 to 6 digits/)],
    })
  },
)

test('an unknown tracking number is a 404, and no caller is a 400', async () => {
  const unknown = { ...CHECK, tracking_number: '27999999999' }
  expect(await ask('POST', 'callers/check/', unknown)).toMatchObject({
    status: 404,
    body: { detail: 'Not found.' },
  })
  expect(await ask('POST', 'callers/check/', { tracking_number: NUMBER })).toMatchObject({
    status: 400,
    body: { caller_number: ['This field is required.'] },
  })
})
