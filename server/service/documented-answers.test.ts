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
type Token = 'full' | 'without BlocklistPermission'

type DocumentedAnswer = [
  line: string,
  endpoint: string,
  ask: Omit<Ask, 'token'> & { token?: Token },
  status: number,
  body: unknown,
]

const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' }
const BLOCK = 'POST /v1/blocklist/'
const UNBLOCK = 'POST /v1/blocklist/unblock/'

/*
 * docs/interface.md, "Status codes", as far as the tests of credentials, bodies, ranges and the blocklist have none of
 * them. 204 is for DELETE, and 200 also for PATCH, but no endpoint of the interface has these methods.
 */
const STATUS_CODES: DocumentedAnswer[] = [
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
