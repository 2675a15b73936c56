import type { FailedEventList } from '../../contract/failed-event.ts'

type DateRange = { from: string; to: string }
type ListedPage = DateRange & { size: number }

/** How long a page uses what its loader has just read, instead of reading it again. */
export const JUST_LOADED_MS = 1_000

/**
 * The keys of the queries that other files invalidate or share. A key that starts with another key
 * belongs to it.
 */
export const queryKeys = {
  serviceFields: ['service-fields'],

  /** All pages of both lists, and what the gateway has read of them. */
  allEvents: ['failed-events'],
  /** All pages of a list with the same dates and page size. */
  eventPages: (list: FailedEventList, { from, to, size }: ListedPage) => [
    'failed-events',
    list,
    { from, to, size },
  ],
  eventPage: <Page extends ListedPage>(list: FailedEventList, page: Page) => [
    'failed-events',
    list,
    page,
  ],
  /** Columns that no field of the service can fill. */
  missingColumns: (list: FailedEventList) => ['missing-columns', list],
  /** What the gateway has read of ranges. */
  copiedEvents: ['failed-events', 'copied'],
  readings: (list: FailedEventList) => ['failed-events', 'reading', list],

  allReplayRuns: ['replay-runs'],
  standingOrders: ['standing-orders'],
  recoveredDays: (list: FailedEventList) => ['recovered-days', list],
  eventStates: (list: FailedEventList) => ['event-states', list],

  receiverSettings: ['receivers'],
  /** Begins with the key of the settings, because a receiver in a setting is also a receiver of the account. */
  receivers: ['receivers', 'all'],

  /** Begins the keys of the notes, too. */
  followUps: ['follow-ups'],

  blocklist: ['blocklist'],
  /** Who changed the blocks of one number. */
  numberHistory: ['number-history'],
  unreadBlocklistRecords: ['blocklist-others'],
}
