import { z } from 'zod'
import { PHONE_NUMBER } from '../../contract/blocklist.ts'
import { SHORT_NUMBER } from '../../contract/telephony.ts'
import { CallTerminationPayload, MissedCallPayload } from '../../contract/webhook-payload.ts'
import type { FailedItem } from '../failed-items.ts'
import { differs, type Finding, holds } from '../finding.ts'
import { FAILED_CALLS, type List } from '../lists.ts'
import type { Quote } from '../quote.ts'
import { shapeProblems } from '../shape-problems.ts'
import { receiverFindings } from './receiver-findings.ts'

/** The items of a failed-event list, about which the interface says little. */
export function failedEventItems(rows: FailedItem[], list: List, quote: Quote): Finding[] {
  return [
    requestJson(rows),
    ids(rows),
    order(rows),
    times(rows),
    ...receiverFindings(rows),
    ...(list === FAILED_CALLS ? [callPayload(rows), numbers(rows), recordings(rows)] : []),
    otherFields(rows, quote),
  ]
}

function requestJson(rows: FailedItem[]): Finding {
  const what = 'Each item holds the payload in request_json'
  const bare = rows.filter(row => row.form === 'payload itself').length
  if (bare > 0) {
    return differs(what, {
      found: `${of(bare, rows)} without request_json`,
      dashboard: 'Treats the whole item as the payload, and shows and replays that.',
    })
  }
  const none = rows.filter(row => row.form === 'none').length
  if (none > 0) {
    return differs(what, {
      found: `${of(none, rows)} with request_json: null`,
      dashboard: 'Shows them, but has nothing to replay.',
    })
  }
  const asText = rows.filter(row => row.form === 'text').length
  if (asText === 0) return holds(what)
  return differs(what, {
    found: `${of(asText, rows)} with a text instead`,
    dashboard: 'Uses the JSON in the text, and replays that.',
  })
}

function ids(rows: FailedItem[]): Finding {
  const what = 'Each item has an id of its own (left open)'
  const ids = rows.flatMap(({ event }) => event.id ?? [])
  const missing = rows.length - ids.length
  if (missing > 0) {
    return differs(what, {
      found: `${of(missing, rows)} without an id`,
      dashboard: 'Identifies them by their content: they are shown and replayed like others.',
    })
  }
  const twice = ids.length - new Set(ids).size
  if (twice === 0) return holds(what)
  return differs(what, {
    found: `${of(twice, rows)} with the id of another`,
    dashboard: 'Shows each of them; to a replay they are one, and the first is sent.',
  })
}

function order(rows: FailedItem[]): Finding {
  const what = 'The newest come first (left open)'
  const stamps = rows.flatMap(({ event }) => (event.failed_at ? [Date.parse(event.failed_at)] : []))
  const isSorted = stamps.every((stamp, at) => at === 0 || stamp <= (stamps[at - 1] ?? 0))
  if (isSorted) return holds(what, stamps.length > 1 ? {} : { found: 'as far as the items say' })
  return differs(what, {
    found: 'another order',
    dashboard: 'Shows the order of the service; “All events” sorts a whole range.',
  })
}

function times(rows: FailedItem[]): Finding {
  const what = 'Each item tells when it failed, in failed_at (left open)'
  const missing = rows.filter(({ event }) => event.failed_at === null).length
  if (missing === 0) return holds(what)
  return differs(what, {
    found: `${of(missing, rows)} without a time that can be read`,
    dashboard: 'Leaves the time of the failure empty, and shows those of the call.',
  })
}

function callPayload(rows: FailedItem[]): Finding {
  const what = 'A payload is that of a terminated or a missed call'
  const ofKind = (isMissed: boolean) =>
    rows
      .filter(({ event }) => (event.event === 'missed_call_saver') === isMissed)
      .map(({ event }) => event.payload)
  const problems = [
    shapeProblems(CallTerminationPayload, ofKind(false)),
    shapeProblems(MissedCallPayload, ofKind(true)),
  ].filter(problem => problem !== null)
  if (problems.length === 0) return holds(what, { found: `${rows.length} looked at` })
  return differs(what, {
    found: problems.join('; '),
    dashboard: 'Shows the fields that it can read in words, and the payload as it came.',
  })
}

const Numbers = z.object({ tracking_number: z.unknown(), caller_number: z.unknown() }).partial()

function numbers(rows: FailedItem[]): Finding {
  const what = 'Phone numbers are E.164 digits without +'
  const odd = rows.filter(({ event }) => {
    const { tracking_number = '27', caller_number } = Numbers.safeParse(event.payload).data ?? {}
    // A caller without a number is called by a word.
    const isOdd = (number: unknown) =>
      /\d/.test(String(number ?? '')) && !PHONE_NUMBER.test(String(number))
    const isShort = SHORT_NUMBER.test(String(caller_number))
    return (
      (isOdd(caller_number) && !isShort) || (tracking_number !== '27' && isOdd(tracking_number))
    )
  }).length
  if (odd === 0) return holds(what)
  return differs(what, {
    found: `${of(odd, rows)} with numbers in another format`,
    dashboard: 'Shows them as they came. Receivers are found by their digits.',
  })
}

const Recorded = z.object({ recording_url: z.string().min(1) })

function recordings(rows: FailedItem[]): Finding {
  const what = 'A recording is a link'
  const links = rows.flatMap(
    ({ event }) => Recorded.safeParse(event.payload).data?.recording_url ?? [],
  )
  const schemes = links.map(link => URL.parse(link)?.protocol ?? 'no link')
  const odd = schemes.filter(scheme => scheme !== 'https:')
  if (odd.length === 0) return holds(what, { found: `${links.length} by https` })
  return differs(what, {
    found: `${of(odd.length, rows)} by another way than https`,
    dashboard:
      'Plays recordings by https alone, opens http in a new tab, and shows the rest as text. None is sent the token.',
  })
}

function otherFields(rows: FailedItem[], quote: Quote): Finding {
  const what = 'Items have no fields that nobody knows (left open)'
  const names = new Set(rows.flatMap(({ event }) => Object.keys(event.unknown_fields)))
  if (names.size === 0) return holds(what)
  const quoted = [...names].slice(0, 8).map(quote).join(', ')
  return differs(what, {
    found: names.size > 8 ? `${quoted} and ${names.size - 8} more` : quoted,
    dashboard: 'Shows them beside the event as they came.',
  })
}

function of(count: number, rows: FailedItem[]): string {
  return `${count} of ${rows.length}`
}
