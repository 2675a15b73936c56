import { expect } from 'vitest'
import {
  blocklistBody,
  type DocumentedAnswer,
  ENTITY,
  testAnswers,
} from './testing/test-answers.ts'

/*
 * docs/interface.md, "Conditions by endpoint or product". Dynamic number allocation, Connect and
 * Call Manager are products whose endpoints the interface doesn't describe, so they can't be tested.
 */
const CONDITIONS: DocumentedAnswer[] = [
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
    (endpoint): DocumentedAnswer => {
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
    (path): DocumentedAnswer => ({
      line: `Any paginated list 404: beyond the last page of ${path}`,
      ask: { method: 'GET', path: `${path}?page=2` },
      status: 404,
      body: { detail: 'Invalid page.' },
    }),
  ),
]

testAnswers(CONDITIONS)
