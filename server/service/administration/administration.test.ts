import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NUMBER, SETTINGS, serviceWithSwitch } from '../telephony/testing/telephone-switch.ts'
import { createToken } from '../tokens/tokens.ts'

const { service, ask } = await serviceWithSwitch('P-1', 'P-2')
await ask('POST', 'companies/', { partner: 'P-1', reference: 'ACME', name: 'Acme' })

/** Makes something and returns its id. */
async function make(path: string, body: object): Promise<number> {
  const answer = await ask('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return Object(answer.body).id
}

const KINDS: [path: string, body: Record<string, unknown>, changes: Record<string, unknown>][] = [
  ['partners/', { reference: 'P/9;', name: 'Nine' }, { reference: 'P-10', name: 'Ten' }],
  [
    'companies/',
    { partner: 'P-1', reference: 'C-9', name: 'Nine', groups: [] },
    { reference: 'C-10', name: 'Ten' },
  ],
  ['groups/', { partner: 'P-1', reference: 'G-9', name: 'Nine' }, { name: 'Ten' }],
  [
    'contacts/',
    { partner: 'P-1', company: 'ACME', reference: 'A-9', name: 'Nine' },
    { reference: 'A-10', name: 'Ten' },
  ],
  ['sources/', { partner: 'P-1', name: 'Nine' }, { name: 'Ten' }],
]

test.each(KINDS)('%s: made, listed, renamed and removed', async (path, body, changes) => {
  const id = await make(path, body)
  const item = { id, ...body }
  const one = `${path}${id}/`
  expect(await ask('POST', path, body)).toMatchObject({ status: 200, body: item })
  expect((await ask('GET', one)).body).toEqual(item)
  const filters = new URLSearchParams({ page_size: '100' })
  for (const name of ['partner', 'company', 'reference']) {
    const value = body[name]
    if (typeof value === 'string') filters.set(name, value)
  }
  const { results } = Object((await ask('GET', `${path}?${filters}`)).body)
  expect(results).toContainEqual(item)

  expect((await ask('PATCH', one, {})).body).toEqual(item)
  const changed = { ...item, ...changes }
  expect(await ask('PATCH', one, changes)).toMatchObject({ status: 200, body: changed })
  expect((await ask('GET', one)).body).toEqual(changed)

  expect(await ask('DELETE', one)).toMatchObject({ status: 204, text: '' })
  for (const [method, given] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
    expect(await ask(method, one, given)).toMatchObject({
      status: 404,
      body: { detail: 'Not found.' },
    })
  }
  await make(path, body)
})

test.each(KINDS)('%s: what is refused', async (path, body) => {
  const one = `${path}1/`
  const required = ['This field is required.']
  const missing = Object.fromEntries(
    Object.keys(body).flatMap(name => (name === 'groups' ? [] : [[name, required]])),
  )
  expect(await ask('POST', path, {})).toMatchObject({ status: 400, body: missing })
  const unknown = { colour: [expect.stringContaining('Unknown field')] }
  expect(await ask('POST', path, { ...body, colour: 'red' })).toMatchObject({
    status: 400,
    body: unknown,
  })
  expect(await ask('PATCH', one, { colour: 'red' })).toMatchObject({ status: 400, body: unknown })
  expect(await ask('PATCH', one, { name: ' ' })).toMatchObject({
    status: 400,
    body: { name: ['This field may not be blank.'] },
  })
  expect(await ask('GET', `${path}none/`)).toMatchObject({ status: 404 })
  expect(await ask('GET', `${path}?page=99`)).toMatchObject({
    status: 404,
    body: { detail: 'Invalid page.' },
  })
  if (body.partner !== undefined) {
    const none = { partner: ['There is no partner with the reference "nobody".'] }
    expect(await ask('POST', path, { ...body, partner: 'nobody' })).toMatchObject({
      status: 400,
      body: none,
    })
    expect(await ask('GET', `${path}?partner=nobody`)).toMatchObject({ status: 400, body: none })
  }
  for (const [method, url] of [
    ['PUT', path],
    ['DELETE', path],
    ['PUT', one],
    ['POST', one],
  ] as const) {
    expect(await ask(method, url, {})).toMatchObject({ status: 405 })
  }
  const full = `/telephony/v1/${path}`
  expect(await service.ask('GET', full)).toMatchObject({ status: 401 })
  const headers = { Accept: 'text/csv' }
  expect(await service.ask('GET', full, { headers })).toMatchObject({ status: 406 })
})

test('a second record with the same reference or name is a 400 at that field', async () => {
  for (const [one, path, field, first, second] of [
    [
      'partner',
      'partners/',
      'reference',
      { reference: 'T-1', name: 'T' },
      { reference: 'T-2', name: 'T' },
    ],
    [
      'company',
      'companies/',
      'reference',
      { partner: 'P-2', reference: 'T-1', name: 'T' },
      { partner: 'P-2', reference: 'T-2', name: 'T' },
    ],
    [
      'source',
      'sources/',
      'name',
      { partner: 'P-2', name: 'Search' },
      { partner: 'P-2', name: 'Billboards' },
    ],
  ] as const) {
    await make(path, first)
    const id = await make(path, second)
    const taken = Object(first)[field]
    expect(await ask('PATCH', `${path}${id}/`, { [field]: taken })).toMatchObject({
      status: 400,
      body: { [field]: [`Another ${one} has this ${field}.`] },
    })
  }
})

test('a company is renamed while somebody adds a contact to it', async () => {
  await service.database.db.transaction().execute(async trx => {
    await sql`insert into contact (partner_id, company_id, reference, name)
      select partner_id, id, 'A-8', 'Eight' from company where reference = 'ACME'`.execute(trx)
    const renamed = { partner: 'P-1', reference: 'ACME', name: 'Acme Cars' }
    expect(await ask('POST', 'companies/', renamed)).toMatchObject({ status: 200 })
  })
})

test('companies are put into groups that the partner has', async () => {
  for (const reference of ['G-1', 'G-2']) {
    await make('groups/', { partner: 'P-2', reference, name: reference })
  }
  const company = { partner: 'P-2', reference: 'IN-GROUPS', name: 'In groups' }
  const id = await make('companies/', { ...company, groups: ['G-2', 'G-1'] })
  const groups = async (changes: object) => {
    const { body } = await ask('PATCH', `companies/${id}/`, changes)
    return Object(body).groups
  }
  expect(await groups({})).toEqual(['G-1', 'G-2'])
  expect(await groups({ groups: ['G-2'] })).toEqual(['G-2'])
  expect(await groups({ groups: ['G-2', 'G-3'] })).toEqual({
    1: ['The partner has no group with the reference "G-3".'],
  })
  expect(await groups({ groups: null })).toEqual(['G-2'])
  expect(await groups({ groups: [] })).toEqual([])
})

test('a contact is of a company of the same partner', async () => {
  const contact = { partner: 'P-2', company: 'ACME', reference: 'A-1', name: 'Thandi' }
  expect(await ask('POST', 'contacts/', contact)).toMatchObject({
    status: 400,
    body: { company: ['The partner has no company with the reference "ACME".'] },
  })
})

test('contacts, sources and prefixes are visible to account managers', async () => {
  const partner = 'seen'
  const partnerId = await make('partners/', { reference: partner, name: 'Seen' })
  await make('companies/', { partner, reference: 'C-1', name: 'Acme' })
  await make('contacts/', { partner, company: 'C-1', reference: 'A-1', name: 'Thandi' })
  const source = await make('sources/', { partner, name: 'Search' })
  await ask('PUT', 'prefixes/2710/', { name: 'Johannesburg' })
  const settings = { partnerId, label: 'desk', blocklistPermission: false }
  const token = await createToken(service.database.db, settings)
  const see = async (path: string) => (await service.ask('GET', path, { token })).body
  expect(await see('/v2/contact/')).toMatchObject({
    results: [{ reference: 'A-1', name: 'Thandi', company: { reference: 'C-1', name: 'Acme' } }],
  })
  expect(await see('/v2/available_source/')).toEqual([{ id: source, name: 'Search' }])
  expect(await see('/v1/tn_prefixes/')).toEqual([{ prefix: '2710', name: 'Johannesburg' }])
})

test('prefixes are made, listed, renamed and removed', async () => {
  const one = 'prefixes/2721/'
  expect(await ask('GET', one)).toMatchObject({ status: 404 })
  const prefix = { prefix: '2721', name: 'Cape Town' }
  expect(await ask('PUT', one, { name: 'Cape Town' })).toMatchObject({ status: 201, body: prefix })
  expect((await ask('GET', one)).body).toEqual(prefix)
  expect(Object((await ask('GET', 'prefixes/')).body).results).toContainEqual(prefix)
  expect(await ask('PUT', one, { name: 'Western Cape' })).toMatchObject({
    status: 200,
    body: { name: 'Western Cape' },
  })
  expect(await ask('PUT', one, {})).toMatchObject({ status: 400 })
  expect(await ask('PUT', 'prefixes/+27/', { name: 'South Africa' })).toMatchObject({ status: 400 })
  expect(await ask('DELETE', one)).toMatchObject({ status: 204 })
  expect(await ask('DELETE', one)).toMatchObject({ status: 404 })
  expect(await ask('POST', one, {})).toMatchObject({ status: 405 })
  expect(await ask('GET', 'prefixes/?page=9')).toMatchObject({ status: 404 })
})

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
  const numbers = 'has 1 tracking number. Remove or move it first.'
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
