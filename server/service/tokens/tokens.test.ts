import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPartner, openTestService, type TestService } from '../../testing/test-service.ts'
import { formerPartnerOf, partnerOf } from '../authentication/partner-of.ts'
import { createToken, listTokens, revokeTokens } from './tokens.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

test('a token works until it is revoked, and is stored only as a hash', async () => {
  const { db } = service.database
  const { id: partnerId } = await addPartner(service.database, 'P-1')
  const other = await addPartner(service.database, 'P-2')
  const token = await createToken(db, { partnerId, label: 'desk', blocklistPermission: false })
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  expect(JSON.stringify(await db.selectFrom('api_token').selectAll().execute())).not.toContain(
    token,
  )
  const status = async (used: string) =>
    (await service.ask('GET', '/v2/company/', { token: used })).status
  expect(await status(token)).toBe(200)

  expect(await revokeTokens(db, { partnerId, label: 'desk' })).toBe(1)
  expect(await status(token)).toBe(401)
  expect(await revokeTokens(db, { partnerId, label: 'desk' })).toBe(0)
  await expect(partnerOf(db, `Token ${token}`)).rejects.toMatchObject({ status: 401 })
  expect(await formerPartnerOf(db, `Token ${token}`)).toBe(`partner ${partnerId}`)
  expect(await formerPartnerOf(db, 'Token made-up')).toBeNull()
  expect(await formerPartnerOf(db, 'Basic dTpw')).toBeNull()
  expect(await revokeTokens(db, { partnerId, label: 'test' })).toBe(1)
  expect(await status(other.token)).toBe(200)

  expect(await listTokens(db)).toEqual([
    listing('P-1', 'test', true, expect.any(Date)),
    listing('P-1', 'desk', false, expect.any(Date)),
    listing('P-2', 'test', true, null),
  ])
})

function listing(
  reference: string,
  label: string,
  blocklist_permission: boolean,
  revoked_at: unknown,
) {
  return {
    label,
    partner: { reference, name: `Partner ${reference}` },
    blocklist_permission,
    created_at: expect.any(Date),
    revoked_at,
  }
}
