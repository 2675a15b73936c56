import { recognizeFields } from '../../contract/fields/recognize-fields.ts'
import { failedItems } from '../failed-items.ts'
import { differs, type Finding, fails, holds, unseen } from '../finding.ts'
import { FAILED_AI_EVENTS, FAILED_CALLS, FULL_PAGE, type List, pathOf } from '../lists.ts'
import type { Probing, Section } from '../probing.ts'
import { formatListAnswer, readList } from '../read-list.ts'
import { dateFilters } from './date-filters.ts'
import { failedEventItems } from './failed-event-items.ts'
import { hasForeignFields, recognizedFields } from './recognized-fields.ts'

/** docs/interface.md, GET /v1/call_events_fail/. */
export const failedCalls: Section = {
  title: 'GET /v1/call_events_fail/',
  check: probing => failedEventFindings(probing, FAILED_CALLS),
}

/** docs/interface.md, GET /v1/transcription_events_fail/. */
export const failedAiEvents: Section = {
  title: 'GET /v1/transcription_events_fail/',
  check: probing => failedEventFindings(probing, FAILED_AI_EVENTS),
}

async function failedEventFindings(probing: Probing, list: List): Promise<Finding[]> {
  const { service, quote } = probing
  const answer = readList(await service.get(pathOf(list, probing, FULL_PAGE)), quote)
  const what = 'The list is answered 200'
  if (answer.kind === 'none') {
    const dashboard =
      answer.status === 403
        ? 'Says in the place of the list that this token may not see it.'
        : 'Shows an error in the place of the list; nothing can be looked at or replayed.'
    return [fails(what, { found: answer.why, dashboard })]
  }
  const { timeZone: zone, range } = probing
  const recognized = recognizeFields(answer.items, { zone, range })
  const isForeign = hasForeignFields(answer.items, recognized)
  const rows = failedItems(answer.items, isForeign ? { map: recognized.map, zone } : null)
  return [
    holds(what, { found: `${formatListAnswer(answer)} since ${probing.range.from_date}` }),
    ...(answer.kind === 'flat' ? [flatList(answer.items.length)] : []),
    ...(await dateFilters(probing, list, answer, rows)),
    ...(rows.length === 0
      ? [unseen('Items and their payloads', 'The list has no rows in these days. Try more --days.')]
      : [
          recognizedFields(answer.items, recognized, quote),
          ...failedEventItems(rows, list, quote),
        ]),
  ]
}

/** The interface leaves open whether these lists have pages. */
function flatList(rows: number): Finding {
  const what = 'Pages of a list that may grow long'
  if (rows <= 100) return holds(what, { found: 'none; few rows' })
  return differs(what, {
    found: `none: all ${rows} rows at once`,
    dashboard: 'Shows all of them as one page, and loads them whole each time.',
  })
}
