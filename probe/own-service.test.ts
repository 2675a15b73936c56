import { expect, test } from 'vitest'
import { closedAfterAll } from '../server/testing/closed-after-each.ts'
import { addPartner, openTestService } from '../server/testing/test-service.ts'
import { differencesOf, findingsOf, runProbeAgainst } from './testing/run-probe-against.ts'

const ENTITY = { reference: 'ACME', name: 'ACME' }

const service = await closedAfterAll(openTestService())

test('our own service passes with an empty account', async () => {
  const { token } = await addPartner(service.database, 'empty')
  const report = await runProbeAgainst(service.origin, { token })
  expect(report.stopped).toBeNull()
  expect(differencesOf(report)).toEqual([])
})

test('our own service passes with blocked numbers, and leaves the blocklist unchanged', async () => {
  const { token } = await addPartner(service.database, 'blocking', { companies: ['ACME'] })
  const body = {
    entity: ENTITY,
    entity_context_name: 'company',
    blocked_phone_number_list: [{ phone_number: '27110000001' }],
  }
  await service.ask('POST', '/v1/blocklist/', { token, body })
  const before = (await service.ask('GET', '/v1/blocklist/', { token })).text
  const trial = { number: '27110000002', context: 'company' as const, entity: ENTITY }
  const report = await runProbeAgainst(service.origin, { token, trial })
  expect(report.stopped).toBeNull()
  expect(differencesOf(report)).toEqual([])
  expect(findingsOf(report)).toContain('holds blocking: ')
  expect((await service.ask('GET', '/v1/blocklist/', { token })).text).toBe(before)
})

test('a service may refuse the blocklist to a token without BlocklistPermission', async () => {
  const { id, token } = await addPartner(service.database, 'limited')
  await service.database.db
    .updateTable('api_token')
    .set({ blocklist_permission: false })
    .where('partner_id', '=', id)
    .execute()
  const report = await runProbeAgainst(service.origin, { token })
  expect(differencesOf(report)).toEqual([])
  expect(findingsOf(report)).toContainEqual(
    expect.stringMatching(/^unseen blocklist: The token lacks BlocklistPermission: 403/),
  )
})
