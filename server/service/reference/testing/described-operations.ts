/*
 * The operations that the OpenAPI document describes, with the parameters and answers of each.
 */

import { EVENT_FILTERS } from '../../../../contract/events-filter.ts'

export const COMMON = ['401', '406', '500']
export const isTelephony = (path: string) => path.includes('/telephony/')
const PAGE = ['page', 'page_size']
const NUMBER = ['phone_number']
const BODY = ['400', '413', '415']
const DAYS = ['from_date', 'to_date']

export const OPERATIONS: [operation: string, parameters: string[], statuses: string[]][] = [
  ['get /v1/blocklist/', PAGE, ['200', '403', '404']],
  ['post /v1/blocklist/', [], ['201', '400', '403', '413', '415']],
  ['post /v1/blocklist/unblock/', [], ['200', '400', '403', '404', '413', '415']],
  ['get /v1/blocklist/refused_checks/', [], ['200', '403']],
  ['get /v1/blocklist/tracking_numbers/', [], ['200', '403']],
  ['get /v1/call_events_fail/', [...DAYS, ...PAGE], ['200', '400', '404']],
  ['get /v1/transcription_events_fail/', [...DAYS, ...PAGE], ['200', '400', '404']],
  ['get /v2/company/', PAGE, ['200', '404']],
  ['get /v2/contact/', PAGE, ['200', '404']],
  ['get /v2/available_source/', [], ['200']],
  ['get /v1/tn_prefixes/', [], ['200']],
  ['get /v1/receiver_health/', [], ['200']],
  ['get /telephony/v1/tracking_numbers/', PAGE, ['200', '404']],
  ['get /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['200', '400', '404']],
  ['put /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['200', '201', ...BODY]],
  ['patch /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['200', '404', ...BODY]],
  ['delete /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['204', '400', '404']],
  ['post /telephony/v1/tracking_numbers/{phone_number}/move/', NUMBER, ['200', '404', ...BODY]],
  ['get /telephony/v1/tracking_numbers/{phone_number}/secret/', NUMBER, ['200', '400', '404']],
  ['post /telephony/v1/tracking_numbers/{phone_number}/secret/', NUMBER, ['201', '404', ...BODY]],
  ['post /telephony/v1/callers/check/', [], ['200', '404', ...BODY]],
  ['post /telephony/v1/calls/', [], ['200', '201', '409', ...BODY]],
  ['post /telephony/v1/analyses/', [], ['200', '201', '404', '409', ...BODY]],
  ['post /telephony/v1/calls/batch/', [], ['200', ...BODY]],
  ['get /telephony/v1/calls/{call_id}/', ['call_id'], ['200', '404']],
  ['get /telephony/v1/deliveries/{id}/', ['id'], ['200', '404']],
  ...administered('partners', ['reference'], true),
  ...administered('companies', ['partner', 'reference'], true),
  ...administered('groups', ['partner', 'reference'], true),
  ...administered('contacts', ['partner', 'company', 'reference'], false),
  ...administered('sources', ['partner'], false),
  ['get /telephony/v1/prefixes/', PAGE, ['200', '404']],
  ['get /telephony/v1/prefixes/{prefix}/', ['prefix'], ['200', '400', '404']],
  ['put /telephony/v1/prefixes/{prefix}/', ['prefix'], ['200', '201', ...BODY]],
  ['delete /telephony/v1/prefixes/{prefix}/', ['prefix'], ['204', '400', '404']],
]

function administered(path: string, filters: string[], hasContents: boolean): typeof OPERATIONS {
  const list = `/telephony/v1/${path}/`
  return [
    [`get ${list}`, [...filters, ...PAGE], ['200', '400', '404']],
    [`post ${list}`, [], ['200', '201', ...BODY]],
    [`get ${list}{id}/`, ['id'], ['200', '404']],
    [`patch ${list}{id}/`, ['id'], ['200', '404', ...BODY]],
    [
      `delete ${list}{id}/`,
      hasContents ? ['with_contents', 'id'] : ['id'],
      hasContents ? ['204', '400', '404', '409'] : ['204', '404'],
    ],
  ]
}

const RUN = '/gateway/replays/{id}'
const LISTS = ['call_events_fail', 'transcription_events_fail']
const EVENT = ['list', 'event_id']

const RANGE = ['list', ...DAYS]
const EVENTS = [...RANGE, 'from_time', 'to_time', 'q', ...EVENT_FILTERS, 'state']

const FILTERS = ['number', 'who', 'by', 'kind', 'from', 'to']

/** The gateway's, which it answers without a look at Accept and without a limit for each token. */
export const GATEWAY: [operation: string, parameters: string[], statuses: string[]][] = [
  ['post /gateway/replays', [], ['201', '400', '409', '413', '429']],
  ['get /gateway/replays', [...PAGE, 'sort', 'company'], ['200', '400', '404']],
  [`get ${RUN}`, ['id'], ['200', '404']],
  [`get ${RUN}/items`, [...PAGE, 'state', 'sort', 'cause', 'id'], ['200', '400', '404']],
  [`get ${RUN}/report`, ['id'], ['200', '404']],
  [`post ${RUN}/start`, ['id'], ['200', '400', '404', '409']],
  [`post ${RUN}/pause`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/resume`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/continue`, ['id'], ['200', '400', '404', '409']],
  [`post ${RUN}/stop`, ['id'], ['200', '400', '404', '409']],
  [`post ${RUN}/pace`, ['id'], ['200', '400', '404', '409']],
  [`post ${RUN}/orders`, ['id'], ['200', '400', '404', '409']],
  [`get ${RUN}/later-failures`, ['id'], ['200', '404']],
  [`post ${RUN}/later-failures`, ['id'], ['201', '404', '409']],
  ['get /gateway/orders', [], ['200']],
  ['delete /gateway/orders/tokens', [], ['204']],
  [`post ${RUN}/cancel`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/discard`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/again`, ['id'], ['201', '404', '409']],
  ['get /gateway/block-notes', [], ['200']],
  ['get /gateway/protected-numbers', [], ['200']],
  ['put /gateway/protected-numbers/{phone_number}', NUMBER, ['204', '400', '409']],
  ['delete /gateway/protected-numbers/{phone_number}', NUMBER, ['204', '400', '404']],
  ['put /gateway/block-notes', [], ['204', '400', '403', '409', '429']],
  ['get /gateway/replay-history', EVENT, ['200', '400']],
  ['post /gateway/event-states', [], ['200', '400']],
  ['post /gateway/handled-events', [], ['200', '400']],
  ['post /gateway/handled-events/undo', [], ['200', '400']],
  ['get /gateway/settled-days', ['list', ...DAYS], ['200', '400']],
  ['get /gateway/day-counts', LISTS, ['200', '400']],
  ['get /gateway/events', [...PAGE, 'sort', ...EVENTS], ['200', '400', '404']],
  ['get /gateway/events/place', ['page_size', 'sort', ...EVENTS, 'event'], ['200', '400']],
  ['post /gateway/events/full', [], ['200', '400']],
  ['get /gateway/events/choices', ['filter', ...EVENTS], ['200', '400']],
  [
    'get /gateway/events/groups',
    [...PAGE, 'by', 'sort', 'starts', 'follow_up', ...EVENTS],
    ['200', '400', '404'],
  ],
  ['get /gateway/events/chart', [...RANGE, 'starts'], ['200', '400']],
  [
    'get /gateway/events/page',
    ['page', 'page_size', 'list', 'from_date', 'to_date', 'cursor'],
    ['200', '400', '404'],
  ],
  ['get /gateway/events/rows', ['part', 'only', 'sort', ...EVENTS], ['200', '400', '409']],
  ['post /gateway/events/rows', [], ['200', '400', '404', '409']],
  ['get /gateway/events/reading', RANGE, ['200', '400']],
  ['post /gateway/events/reading', [], ['200', '400']],
  ['get /gateway/receivers', [], ['200']],
  ['put /gateway/receivers/{tracking_number}', ['tracking_number'], ['200', '400', '409']],
  ['delete /gateway/receivers/{tracking_number}', ['tracking_number'], ['204', '400', '404']],
  ['get /gateway/receivers/all', [], ['200']],
  ['post /gateway/receivers/confirmed', [], ['204', '400', '409']],
  ['get /gateway/receivers/outcomes', ['receiver'], ['200', '400']],
  ['post /gateway/receiver-probes', [], ['200', '400', '429']],
  ['get /gateway/activity', [...PAGE, 'sort', ...FILTERS], ['200', '400', '404']],
  ['get /gateway/activity/people', [], ['200']],
  ['get /gateway/activity/{id}', ['id'], ['200', '404']],
  ['get /gateway/activity/file', ['format', ...FILTERS], ['200', '400']],
  ['get /gateway/follow-ups', [], ['200']],
  ['put /gateway/follow-ups', [], ['204', '400', '409', '429']],
  ['put /gateway/follow-ups/language', [], ['204', '400', '409', '429']],
  ['get /gateway/follow-ups/notes', ['kind', 'value'], ['200', '400']],
  ['post /gateway/follow-ups/notes', [], ['204', '400', '409', '429']],
  ['get /gateway/fields', [], ['200']],
  ['put /gateway/fields/{list}', ['list'], ['204', '400', '409']],
  ['delete /gateway/fields/{list}', ['list'], ['204', '400', '409']],
  ['get /gateway/saved-views', [], ['200']],
  ['post /gateway/saved-views', [], ['201', '400', '409']],
  ['put /gateway/saved-views/{id}', ['id'], ['200', '400', '404', '409']],
  ['delete /gateway/saved-views/{id}', ['version', 'id'], ['204', '400', '404', '409']],
  ['put /gateway/default-views/{list}', ['list'], ['204', '400', '404']],
  ['get /gateway/sessions', [], ['200']],
  ['delete /gateway/sessions', [], ['204']],
  ['delete /gateway/sessions/{id}', ['id'], ['204', '404']],
  ['get /gateway/notices', [], ['200']],
  ['post /gateway/notices/seen', [], ['204', '400']],
  ['put /gateway/notices/snoozes', [], ['204', '400']],
  ['get /gateway/notices/settings', [], ['200']],
  ['post /gateway/notices/watch', [], ['200']],
  ['delete /gateway/notices/watch', [], ['200']],
  ['put /gateway/notices/choices', [], ['200', '400']],
  ['post /gateway/notices/test', [], ['200', '409', '429']],
  ['post /gateway/notices/messages/{id}', ['id'], ['200', '400', '409', '429']],
  ['put /gateway/notices/contacts', [], ['200', '400', '409', '429']],
  ['delete /gateway/notices/contacts/{id}', ['id'], ['200', '400', '404']],
]

/** Needs no token. */
export const OPEN = ['get /gateway/session', [], ['200', '429', '500']]
