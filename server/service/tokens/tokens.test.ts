import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'
import { formerPartnerOf, partnerOf } from '../authentication/account.ts'
import { changeTokens, createToken, listTokens } from './tokens.ts'

const service = await closedAfterAll(openTestService())

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

  expect(await changeTokens(db, { partnerId, label: 'desk' }, { revoked_at: new Date() })).toBe(1)
  expect(await status(token)).toBe(401)
  expect(await changeTokens(db, { partnerId, label: 'desk' }, { revoked_at: new Date() })).toBe(0)
  await expect(partnerOf(db, `Token ${token}`)).rejects.toMatchObject({ status: 401 })
  expect(await formerPartnerOf(db, `Token ${token}`)).toBe(`partner ${partnerId}`)
  expect(await formerPartnerOf(db, 'Token made-up')).toBeNull()
  expect(await formerPartnerOf(db, 'Basic dTpw')).toBeNull()
  expect(await changeTokens(db, { partnerId, label: 'test' }, { revoked_at: new Date() })).toBe(1)
  expect(await status(other.token)).toBe(200)

  expect(await listTokens(db)).toEqual([
    listing('P-1', 'test', true, expect.any(Date)),
    listing('P-1', 'desk', false, expect.any(Date)),
    listing('P-2', 'test', true, null),
  ])
})

test('a token works until it expires, and again after a later expiry is set', async () => {
  const { db } = service.database
  const { id: partnerId } = await addPartner(service.database, 'P-3')
  const tokens = { partnerId, label: 'contractor' }
  const hour = 60 * 60 * 1_000
  const expiresAt = new Date(Date.now() + hour)
  const token = await createToken(db, { ...tokens, blocklistPermission: true, expiresAt })
  const status = async () => (await service.ask('GET', '/v2/company/', { token })).status
  expect(await status()).toBe(200)
  const expires_at = new Date(Date.now() - hour)
  expect(await changeTokens(db, tokens, { expires_at })).toBe(1)
  expect(await status()).toBe(401)
  await expect(partnerOf(db, `Token ${token}`)).rejects.toMatchObject({ status: 401 })
  expect(await changeTokens(db, tokens, { expires_at: null })).toBe(1)
  expect(await status()).toBe(200)
})

test('BlocklistPermission is given to a token, and taken from it, at once', async () => {
  const { db } = service.database
  const { id: partnerId } = await addPartner(service.database, 'P-4')
  const tokens = { partnerId, label: 'desk' }
  const token = await createToken(db, { ...tokens, blocklistPermission: false })
  const status = async () => (await service.ask('GET', '/v1/blocklist/', { token })).status
  expect(await status()).toBe(403)
  expect(await changeTokens(db, tokens, { blocklist_permission: true })).toBe(1)
  expect(await status()).toBe(200)
  expect(await changeTokens(db, tokens, { blocklist_permission: false })).toBe(1)
  expect(await status()).toBe(403)
  await changeTokens(db, tokens, { revoked_at: new Date() })
  expect(await changeTokens(db, tokens, { blocklist_permission: true })).toBe(0)
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
    expires_at: null,
  }
}
