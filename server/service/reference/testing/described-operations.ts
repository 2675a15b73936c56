/*
 * The operations of our own service that the OpenAPI document describes, with the parameters and answers of each.
 */

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
