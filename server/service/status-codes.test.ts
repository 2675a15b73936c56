import { expect } from 'vitest'
import {
  blocklistBody,
  type DocumentedAnswer,
  ENTITY,
  testAnswers,
} from './testing/test-answers.ts'

/*
 * docs/interface.md, "Status codes". 204 is for DELETE, and 200 also for PATCH, but no endpoint of
 * the interface has these methods.
 */
const STATUS_CODES: DocumentedAnswer[] = [
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

testAnswers(STATUS_CODES)
