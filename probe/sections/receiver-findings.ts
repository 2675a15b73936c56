import { z } from 'zod'
import type { FailedItem } from '../failed-items.ts'
import { differs, type Finding, holds, unseen } from '../finding.ts'

/** The first attempt and its three retries (docs/interface.md, "States and transitions"). */
const ATTEMPTS = 4

/** Where failed events were sent, and with which outcomes. */
export function receiverFindings(rows: FailedItem[]): Finding[] {
  return [callbackUrls(rows), httpsReceivers(rows), attempts(rows), finalFailures(rows)]
}

const WithNumber = z.object({ tracking_number: z.union([z.string().min(1), z.int()]) })

function callbackUrls(rows: FailedItem[]): Finding {
  const what = 'Each item names its receiver, in callback_url (left open)'
  const unnamed = rows.filter(({ event }) => !event.callback_url?.trim())
  if (unnamed.length === 0) return holds(what)
  const found = `${unnamed.length} of ${rows.length} name none`
  if (unnamed.every(({ event }) => WithNumber.safeParse(event.payload).success)) {
    const dashboard = 'Sends them to the receiver that Settings has for their tracking number.'
    return differs(what, { found, dashboard })
  }
  return differs(what, {
    found: `${found}, and some have no tracking_number either`,
    dashboard: 'Shows the latter, but cannot replay them: nobody knows where they belong.',
  })
}

function httpsReceivers(rows: FailedItem[]): Finding {
  const what = 'Receivers are https'
  const urls = rows.flatMap(({ event }) => (event.callback_url?.trim() ? [event.callback_url] : []))
  if (urls.length === 0) return unseen(what, 'No item names its receiver.')
  const odd = urls.filter(url => URL.parse(url)?.protocol !== 'https:').length
  if (odd === 0) return holds(what)
  return differs(what, {
    found: `${odd} of ${urls.length} are not`,
    dashboard: 'Shows them, and refuses to send anything there.',
  })
}

function attempts(rows: FailedItem[]): Finding {
  const what = 'Each item says how its last attempt failed (left open)'
  const unknownOutcomes = rows.filter(({ event }) => event.outcome === null).length
  if (unknownOutcomes > 0) {
    return differs(what, {
      found: `${unknownOutcomes} of ${rows.length} say nothing of it`,
      dashboard: 'Cannot say why these failed.',
    })
  }
  const unread = rows.filter(({ event }) =>
    event.attempts.some(
      attempt => attempt.at === null || (attempt.status ?? attempt.error) === null,
    ),
  ).length
  if (unread === 0) return holds(what)
  return differs(what, {
    found: `${unread} of ${rows.length} have attempts without a time, or without status and error`,
    dashboard: 'Shows what the items say of them, and any other field as it came.',
  })
}

function finalFailures(rows: FailedItem[]): Finding {
  const what = 'An event is listed after four attempts, none of them answered 200'
  const reporting = rows.filter(({ event }) => event.attempts.length > 0)
  if (reporting.length === 0) return unseen(what, 'No item reports its attempts.')
  const odd = reporting.filter(
    ({ event }) =>
      event.attempts.length !== ATTEMPTS || event.attempts.some(({ status }) => status === 200),
  ).length
  if (odd === 0) return holds(what)
  return differs(what, {
    found: `${odd} of ${reporting.length} otherwise`,
    dashboard: 'Shows the attempts as they came.',
  })
}
