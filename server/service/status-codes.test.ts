import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, addPartner, openTestService, type TestService } from '../testing/test-service.ts'
import { createToken } from './tokens/tokens.ts'

/** Tokens by what they may do; the table names them, since they're made anew for each database. */
type Tokens = Record<
  'full' | 'without BlocklistPermission' | 'unknown' | 'none',
  string | undefined
>

type Row = {
  line: string
  ask: Omit<Ask, 'token'> & { method: string; path: string; token?: keyof Tokens }
  status: number
  body: unknown
}

const ENTITY = { reference: 'ACME', name: 'ACME' }

function blocklistBody(entity: object, ...numbers: unknown[]) {
  return {
    entity,
    entity_context_name: 'company',
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
}

/*
 * docs/interface.md, "Status codes". 204 is for DELETE and 200 also for PATCH: no endpoint that the
 * interface shows has these methods.
 */
const STATUS_CODES: Row[] = [
  {
    line: '200: success, for GET',
    ask: { method: 'GET', path: '/v2/company/' },
    status: 200,
    body: { count: 1, next: null, previous: null, results: [ENTITY] },
  },
  {
    line: '200: success, sometimes for POST',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/unblock/',
      body: blocklistBody(ENTITY, '27110000001'),
    },
    status: 200,
    body: expect.objectContaining({ entity_context_name: 'company', entity: ENTITY }),
  },
  {
    line: '201: a resource was created, for POST',
    ask: { method: 'POST', path: '/v1/blocklist/', body: blocklistBody(ENTITY, '27110000002') },
    status: 201,
    body: {
      id: expect.any(Number),
      entity_context_name: 'company',
      entity: ENTITY,
      blocked_phone_number_list: expect.arrayContaining([{ phone_number: '27110000002' }]),
    },
  },
  {
    line: '400: malformed request',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/',
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    },
    status: 400,
    body: { detail: expect.stringMatching(/^JSON parse error - ./) },
  },
  {
    line: '400: missing required fields',
    ask: { method: 'POST', path: '/v1/blocklist/', body: {} },
    status: 400,
    body: {
      entity: ['This field is required.'],
      blocked_phone_number_list: ['This field is required.'],
    },
  },
  {
    line: '400: invalid values',
    ask: { method: 'GET', path: '/v1/call_events_fail/?from_date=yesterday' },
    status: 400,
    body: {
      from_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'],
    },
  },
  {
    line: '400: constraint violations',
    ask: {
      method: 'GET',
      path: '/v1/call_events_fail/?from_date=2026-11-22&to_date=2026-11-21',
    },
    status: 400,
    body: {
      non_field_errors: ['from_date (2026-11-22) may not be after to_date (2026-11-21).'],
    },
  },
  {
    line: '401: Authorization header missing',
    ask: { method: 'GET', path: '/v2/company/', token: 'none' },
    status: 401,
    body: { detail: 'Authentication credentials were not provided.' },
  },
  {
    line: '401: Authorization header malformed',
    ask: {
      method: 'GET',
      path: '/v2/company/',
      token: 'none',
      headers: { Authorization: 'Token' },
    },
    status: 401,
    body: { detail: 'Invalid token header. No credentials provided.' },
  },
  {
    line: '401: invalid token',
    ask: { method: 'GET', path: '/v2/company/', token: 'unknown' },
    status: 401,
    body: { detail: 'Invalid token.' },
  },
  {
    line: '403: a feature is not enabled',
    ask: { method: 'GET', path: '/v1/blocklist/', token: 'without BlocklistPermission' },
    status: 403,
    body: { detail: 'You do not have permission to perform this action.' },
  },
  {
    line: '403: the resource belongs to another partner',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/',
      body: blocklistBody({ reference: 'OTHERS', name: 'Others' }, '27110000003'),
    },
    status: 403,
    body: {
      error: 'company "OTHERS" does not exist or does not belong to your account.',
    },
  },
  {
    line: '404: the resource does not exist',
    ask: { method: 'GET', path: '/v1/nothing/' },
    status: 404,
    body: { detail: 'Not found.' },
  },
  {
    line: '405: the method is not supported',
    ask: { method: 'PUT', path: '/v1/blocklist/', body: {} },
    status: 405,
    body: { detail: 'Method "PUT" not allowed.' },
  },
  {
    line: '500: unexpected server error',
    ask: { method: 'GET', path: '/v1/tn_prefixes/' },
    status: 500,
    body: { detail: 'Internal server error.' },
  },
]

/*
 * docs/interface.md, "Conditions by endpoint or product". Dynamic number allocation, Connect and
 * Call Manager are products whose endpoints the interface doesn't show, so there is nothing to ask.
 */
const CONDITIONS: Row[] = [
  {
    line: 'Blocklist 403: the entity is not owned by the partner, on add',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/',
      body: blocklistBody({ reference: 'OTHERS', name: 'Others' }, '27110000004'),
    },
    status: 403,
    body: { error: expect.stringContaining('"OTHERS"') },
  },
  {
    line: 'Blocklist 403: the entity is not owned by the partner, on unblock',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/unblock/',
      body: blocklistBody({ reference: 'OTHERS', name: 'Others' }, '27110000009'),
    },
    status: 403,
    body: { error: expect.stringContaining('"OTHERS"') },
  },
  {
    line: 'Blocklist 403: an unknown entity, as for one of another partner',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/',
      body: blocklistBody({ reference: 'NOBODY', name: 'Nobody' }, '27110000004'),
    },
    status: 403,
    body: { error: expect.stringContaining('"NOBODY"') },
  },
  ...(['GET /v1/blocklist/', 'POST /v1/blocklist/', 'POST /v1/blocklist/unblock/'] as const).map(
    (endpoint): Row => {
      const [method = '', path = ''] = endpoint.split(' ')
      return {
        line: `Blocklist 403: the token lacks BlocklistPermission, on ${endpoint}`,
        ask: { method, path, token: 'without BlocklistPermission' },
        status: 403,
        body: { detail: 'You do not have permission to perform this action.' },
      }
    },
  ),
  {
    line: 'Blocklist add 400: missing required fields',
    ask: { method: 'POST', path: '/v1/blocklist/', body: { entity: { name: 'ACME' } } },
    status: 400,
    body: {
      entity: { reference: ['This field is required.'] },
      blocked_phone_number_list: ['This field is required.'],
    },
  },
  {
    line: 'Blocklist add 400: invalid phone numbers',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/',
      body: blocklistBody(ENTITY, '27110000005', '+27110000006'),
    },
    status: 400,
    body: {
      blocked_phone_number_list: {
        1: { phone_number: [expect.stringContaining('7 to 15 digits')] },
      },
    },
  },
  {
    line: 'Blocklist unblock 404: a number is not on the blocklist of the entity',
    ask: {
      method: 'POST',
      path: '/v1/blocklist/unblock/',
      body: blocklistBody(ENTITY, '27119999999'),
    },
    status: 404,
    body: {
      error: '27119999999 is not on the blocklist of company "ACME". Nothing was removed.',
    },
  },
  ...[
    '/v1/blocklist/',
    '/v1/call_events_fail/',
    '/v1/transcription_events_fail/',
    '/v2/contact/',
    '/v2/company/',
  ].map(
    (path): Row => ({
      line: `Any paginated list 404: beyond the last page of ${path}`,
      ask: { method: 'GET', path: `${path}?page=2` },
      status: 404,
      body: { detail: 'Invalid page.' },
    }),
  ),
]

let service: TestService
let tokens: Tokens

beforeAll(async () => {
  service = await openTestService()
  const { db } = service.database
  const { id, token } = await addPartner(service.database, 'P-1', { companies: ['ACME'] })
  await addPartner(service.database, 'P-2', { companies: ['OTHERS'] })
  tokens = {
    full: token,
    'without BlocklistPermission': await createToken(db, {
      partnerId: id,
      label: 'limited',
      blocklistPermission: false,
    }),
    unknown: '0'.repeat(40),
    none: undefined,
  }
  const body = blocklistBody(ENTITY, '27110000001', '27110000000')
  await service.ask('POST', '/v1/blocklist/', { token, body })
  // So that one endpoint meets with what nobody foresaw.
  await sql`alter table tn_prefix rename to tn_prefix_elsewhere`.execute(db)
})
afterAll(() => service.close())

test.each([...STATUS_CODES, ...CONDITIONS])('$line', async ({ ask, status, body }) => {
  const { method, path, token = 'full', ...rest } = ask
  const answer = await service.ask(method, path, { ...rest, token: tokens[token] })
  expect(answer).toMatchObject({ status, body })
})
