import { queryOptions } from '@tanstack/react-query'
import { ProtectedNumbers } from '../../../../contract/blocklist/protected-number.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { readAllPages } from '../../../api/read-all-pages.ts'
import { request } from '../../../api/request.ts'
import { useTimes } from '../../../format/times.ts'
import { requestedDates } from '../../event/list/list-search.ts'
import { requestEvents } from '../../event/request-events.ts'
import { readNumbers } from '../phone/phone-entry.ts'
import { contactNumbers } from '../records/listed-record.ts'

/** The account's list of numbers that nobody should block, and its tracking numbers as far as they are known. */
export const protectedNumbersQuery = queryOptions({
  queryKey: ['protected-numbers'],
  queryFn: ({ signal }) => request(ProtectedNumbers, '/gateway/protected-numbers', { signal }),
  staleTime: 10_000,
})

export const INCOMPLETE =
  'Redial could not load all protected numbers, so it may block one of them without asking. Try again in a minute.'

const SAMPLED_DAYS = 7
/** In an account with more contacts, the others are missing. */
const CONTACT_PAGES = 20

/**
 * What each number is that nobody should block by mistake: those of Settings, tracking numbers, and contacts for
 * which the service sends a number. Contacts and recent calls that can't be read are missing, as the form says.
 */
export function useGuardedNumbersQuery() {
  const today = useTimes().today()
  return queryOptions({
    queryKey: ['guarded-numbers'],
    staleTime: 0,
    queryFn: async ({ client }) => {
      const [{ results: listed, is_incomplete }, contacts, calls] = await Promise.all([
        client
          .fetchQuery(protectedNumbersQuery)
          .catch(() => ({ results: [], is_incomplete: true })),
        client.ensureQueryData(contactNumbersQuery).catch(() => []),
        client.ensureQueryData(sampleQuery(today)).catch(() => []),
      ])
      const guarded = new Map<string, string>()
      const add = (text: string, what: string) => {
        for (const number of readNumbers(text)) guarded.set(number, what)
      }
      for (const { text, name } of contacts) add(text, `This is the number of contact ${name}.`)
      const tracking = listed.filter(({ kind }) => kind === 'tracking_number')
      for (const { phone_number, label } of tracking) add(phone_number, trackingNumber(label))
      for (const { tracking_number, company } of calls) {
        if (tracking_number) add(tracking_number, trackingNumber(company?.name ?? null))
      }
      for (const { phone_number, kind, label } of listed) {
        if (kind === 'listed') guarded.set(phone_number, `Protected in Settings: ${label}.`)
      }
      return { guarded, isIncomplete: is_incomplete }
    },
  })
}

/** The newest failed calls of the last days, because nobody may have listed any before. */
const sampleQuery = (today: CalendarDate) =>
  queryOptions({
    queryKey: ['calls-of-tracking-numbers'],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const days = requestedDates({ from: addDays(today, 1 - SAMPLED_DAYS), to: today })
      const place = { ...FIRST_PAGE, size: MAX_PAGE_SIZE }
      const { results } = await requestEvents('call_events_fail', days, place, signal)
      return results.map(({ call }) => call)
    },
  })

function trackingNumber(company: string | null): string {
  return company === null
    ? 'This is one of your own tracking numbers.'
    : `This is a tracking number of ${company}.`
}

/** The interface names no number of a contact, but services may send one. */
const contactNumbersQuery = queryOptions({
  queryKey: ['contact-numbers'],
  staleTime: 5 * 60_000,
  retry: false,
  queryFn: async ({ signal }) => {
    const options = { signal, maxPages: CONTACT_PAGES }
    return (await readAllPages('/v2/contact/', options)).flatMap(contactNumbers)
  },
})
