import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { type Ask, addPartner, openTestService } from '../testing/test-service.ts'
import { createToken } from './tokens/tokens.ts'

const ENTITY = { reference: 'ACME', name: 'ACME' }
const OTHERS = { reference: 'OTHERS', name: 'Others' }
const NOBODY = { reference: 'NOBODY', name: 'Nobody' }

const blocklistBody = (entity: object, ...numbers: string[]) => ({
  entity,
  entity_context_name: 'company',
  blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
})

/** Tokens are named by their permission, because each database has its own. */
type Token = 'full' | 'without BlocklistPermission' | 'unknown' | 'none'

type DocumentedAnswer = [
  line: string,
  endpoint: string,
  ask: Omit<Ask, 'token'> & { token?: Token },
  status: number,
  body: unknown,
]

const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' }
const REQUIRED = ['This field is required.']
const BLOCK = 'POST /v1/blocklist/'
const UNBLOCK = 'POST /v1/blocklist/unblock/'

/*
 * docs/interface.md, "Status codes". 204 is for DELETE, and 200 also for PATCH, but no endpoint of
 * the interface has these methods.
 */
const STATUS_CODES: DocumentedAnswer[] = [
  [
    '200: success, for GET',
    'GET /v2/company/',
    {},
    200,
    { count: 1, next: null, previous: null, results: [ENTITY] },
  ],
  [
    '200: success, sometimes for POST',
    UNBLOCK,
    { body: blocklistBody(ENTITY, '27110000001') },
    200,
    expect.objectContaining({ entity_context_name: 'company', entity: ENTITY }),
  ],
  [
    '201: a resource was created, for POST',
    BLOCK,
    { body: blocklistBody(ENTITY, '27110000002') },
    201,
    {
      id: expect.any(Number),
      entity_context_name: 'company',
      entity: ENTITY,
      blocked_phone_number_list: expect.arrayContaining([{ phone_number: '27110000002' }]),
    },
  ],
  [
    '400: malformed request',
    BLOCK,
    { body: '{', headers: { 'Content-Type': 'application/json' } },
    400,
    { detail: expect.stringMatching(/^JSON parse error - ./) },
  ],
  [
    '400: missing required fields',
    BLOCK,
    { body: { entity: { name: 'ACME' } } },
    400,
    { entity: { reference: REQUIRED }, blocked_phone_number_list: REQUIRED },
  ],
  [
    '400: invalid values',
    'GET /v1/call_events_fail/?from_date=yesterday',
    {},
    400,
    { from_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
  ],
  [
    '400: constraint violations',
    'GET /v1/call_events_fail/?from_date=2026-11-22&to_date=2026-11-21',
    {},
    400,
    { non_field_errors: ['from_date (2026-11-22) may not be after to_date (2026-11-21).'] },
  ],
  [
    '401: Authorization header missing',
    'GET /v2/company/',
    { token: 'none' },
    401,
    { detail: 'Authentication credentials were not provided.' },
  ],
  [
    '401: Authorization header malformed',
    'GET /v2/company/',
    { token: 'none', headers: { Authorization: 'Token' } },
    401,
    { detail: 'Invalid token header. No credentials provided.' },
  ],
  [
    '401: invalid token',
    'GET /v2/company/',
    { token: 'unknown' },
    401,
    { detail: 'Invalid token.' },
  ],
  ...['GET /v1/blocklist/', BLOCK, UNBLOCK].map(
    (endpoint): DocumentedAnswer => [
      '403: a feature is not enabled',
      endpoint,
      { token: 'without BlocklistPermission' },
      403,
      NO_PERMISSION,
    ],
  ),
  ...[BLOCK, UNBLOCK].map(
    (endpoint): DocumentedAnswer => [
      '403: the resource belongs to another partner',
      endpoint,
      { body: blocklistBody(OTHERS, '27110000003') },
      403,
      { error: 'company "OTHERS" does not exist or does not belong to your account.' },
    ],
  ),
  ['404: the resource does not exist', 'GET /v1/nothing/', {}, 404, { detail: 'Not found.' }],
  [
    '405: the method is not supported',
    'PUT /v1/blocklist/',
    { body: {} },
    405,
    { detail: 'Method "PUT" not allowed.' },
  ],
  [
    '500: unexpected server error',
    'GET /v1/tn_prefixes/',
    {},
    500,
    { detail: 'Internal server error.' },
  ],
]

/*
 * docs/interface.md, "Conditions by endpoint or product", as far as the table above has none of them.
 * Dynamic number allocation, Connect and Call Manager are products whose endpoints the interface
 * doesn't describe, so they can't be tested.
 */
const CONDITIONS: DocumentedAnswer[] = [
  [
    'Blocklist 403: an unknown entity, as for one of another partner',
    BLOCK,
    { body: blocklistBody(NOBODY, '27110000004') },
    403,
    { error: 'company "NOBODY" does not exist or does not belong to your account.' },
  ],
  [
    'Blocklist add 400: invalid phone numbers',
    BLOCK,
    { body: blocklistBody(ENTITY, '27110000005', '+27110000006') },
    400,
    {
      blocked_phone_number_list: {
        1: { phone_number: [expect.stringContaining('7 to 15 digits')] },
      },
    },
  ],
  [
    'Blocklist unblock 404: a number is not on the blocklist of the entity',
    UNBLOCK,
    { body: blocklistBody(ENTITY, '27119999999') },
    404,
    { error: '27119999999 is not on the blocklist of company "ACME". Nothing was removed.' },
  ],
  ...[
    '/v1/blocklist/',
    '/v1/call_events_fail/',
    '/v1/transcription_events_fail/',
    '/v2/contact/',
    '/v2/company/',
  ].map(
    (path): DocumentedAnswer => [
      'Any paginated list 404: beyond the last page',
      `GET ${path}?page=2`,
      {},
      404,
      { detail: 'Invalid page.' },
    ],
  ),
]

const service = await closedAfterAll(openTestService())
const { db } = service.database
const { id, token } = await addPartner(service.database, 'P-1', { companies: ['ACME'] })
await addPartner(service.database, 'P-2', { companies: ['OTHERS'] })
const limited = { partnerId: id, label: 'limited', blocklistPermission: false }
const tokens = {
  full: token,
  'without BlocklistPermission': await createToken(db, limited),
  unknown: '0'.repeat(40),
  none: undefined,
}
const body = blocklistBody(ENTITY, '27110000001', '27110000000')
await service.ask('POST', '/v1/blocklist/', { token, body })
// Lets one endpoint throw an unexpected error.
await sql`alter table tn_prefix rename to tn_prefix_elsewhere`.execute(db)

test.each([...STATUS_CODES, ...CONDITIONS])(
  '%s (%s)',
  async (_line, endpoint, { token = 'full', ...ask }, status, body) => {
    const [method = '', path = ''] = endpoint.split(' ')
    const answer = await service.ask(method, path, { ...ask, token: tokens[token] })
    expect(answer).toMatchObject({ status, body })
  },
)
