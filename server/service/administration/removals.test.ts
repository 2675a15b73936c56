import { beforeAll, expect, test } from 'vitest'
import { NUMBER, SETTINGS, serviceWithSwitch } from '../telephony/testing/telephone-switch.ts'
import { createToken } from '../tokens/tokens.ts'

const { service, ask } = serviceWithSwitch('P-1', 'P-2')
beforeAll(async () => {
  await ask('POST', 'companies/', { partner: 'P-1', reference: 'ACME', name: 'Acme' })
})

/** Makes something and returns its id. */
async function make(path: string, body: object): Promise<number> {
  const answer = await ask('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return Object(answer.body).id
}

test('refuses to remove a record that still has contents, unless the request says so', async () => {
  const partner = 'leaving'
  const id = await make('partners/', { reference: partner, name: 'Leaving' })
  const settings = { partnerId: id, label: 'desk', blocklistPermission: true }
  const token = await createToken(service.database.db, settings)
  const group = await make('groups/', { partner, reference: 'G-1', name: 'G' })
  const company = await make('companies/', {
    ...{ partner, reference: 'C-1', name: 'Acme' },
    groups: ['G-1'],
  })
  await make('contacts/', { partner, company: 'C-1', reference: 'A-1', name: 'Thandi' })
  await make('sources/', { partner, name: 'Search' })
  for (const [context, reference] of [
    ['group', 'G-1'],
    ['company', 'C-1'],
    ['partner', partner],
  ]) {
    const body = {
      entity: { reference, name: reference },
      entity_context_name: context,
      blocked_phone_number_list: [{ phone_number: '27821234567' }],
    }
    expect(await service.ask('POST', '/v1/blocklist/', { token, body })).toMatchObject({
      status: 201,
    })
  }
  const number = `tracking_numbers/${NUMBER}/`
  await ask('PUT', number, { ...SETTINGS, partner, company: { reference: 'C-1', name: 'Acme' } })

  const refused = async (path: string) => {
    const { status, body } = await ask('DELETE', path)
    expect(status).toBe(409)
    return Object(body).detail
  }
  const all = 'with_contents=true'
  const numbers = 'has 1 tracking number. Remove or move them first.'
  expect(await refused(`partners/${id}/?${all}`)).toBe(`The partner ${numbers}`)
  expect(await refused(`companies/${company}/?${all}`)).toBe(`The company ${numbers}`)
  expect(await ask('DELETE', number)).toMatchObject({ status: 204 })
  expect(await refused(`partners/${id}/`)).toContain(
    'The partner has 1 company, 1 group, 1 contact, 1 source, 3 blocked numbers and 1 valid token.',
  )
  expect(await refused(`companies/${company}/`)).toContain(
    'has 1 contact and 1 blocked number. Nothing was removed.',
  )
  expect(await refused(`groups/${group}/`)).toContain('has 1 company and 1 blocked number.')
  expect(await ask('DELETE', `partners/${id}/?with_contents=maybe`)).toMatchObject({ status: 400 })

  expect(await ask('DELETE', `groups/${group}/?${all}`)).toMatchObject({ status: 204 })
  expect(await ask('DELETE', `companies/${company}/?${all}`)).toMatchObject({ status: 204 })
  expect(await service.ask('GET', '/v2/company/', { token })).toMatchObject({ status: 200 })
  expect(await ask('DELETE', `partners/${id}/?${all}`)).toMatchObject({ status: 204 })
  expect(await service.ask('GET', '/v2/company/', { token })).toMatchObject({ status: 401 })
  expect(Object((await ask('GET', `partners/?reference=${partner}`)).body).count).toBe(0)
  // Another partner may get the reference, but nothing that belonged to the former one.
  await make('partners/', { reference: partner, name: 'Arriving' })
  expect(Object((await ask('GET', `companies/?partner=${partner}`)).body).count).toBe(0)
})
