import type { ActivityFilter } from '../../contract/activity.ts'
import type { FailedEventList } from '../../contract/failed-event.ts'
import type { ReplayRun, ReplayRunState } from '../../contract/replay.ts'
import type { ReplayRunPart } from '../../contract/replay-part.ts'

type DateRange = { from: string; to: string }
type ListedPage = DateRange & { size: number }
type PageOfItems = { page: number; size: number }
type SortedPage = PageOfItems & { sort: string | undefined }

/** How long a page uses what its loader has just read, instead of reading it again. */
export const JUST_LOADED_MS = 1_000

/**
 * The keys of the queries that other files invalidate or share. A key that starts with another key
 * belongs to it.
 */
export const queryKeys = {
  session: ['session'],
  openSessions: ['open-sessions'],
  serviceFields: ['service-fields'],
  fieldSample: (list: FailedEventList, range: { from_date: string; to_date: string }) => [
    'field-sample',
    list,
    range,
  ],

  /** All pages and ranges of both lists. */
  allEvents: ['failed-events'],
  /** All pages of a list with the same dates and page size. */
  eventPages: (list: FailedEventList, { from, to, size }: ListedPage) => [
    'failed-events',
    list,
    { from, to, size },
  ],
  eventPage: <Asked extends ListedPage>(list: FailedEventList, asked: Asked) => [
    'failed-events',
    list,
    asked,
  ],
  /** All pages of a list with the same dates, whatever their size. */
  eventPagesOfRange: (list: FailedEventList, { from, to }: DateRange) => [
    'failed-events',
    list,
    { from, to },
  ],
  /** Events whose tracking numbers are needed where no list is shown. */
  eventSample: (list: FailedEventList) => ['failed-events', 'sample', list],
  eventCount: (list: FailedEventList, range: DateRange) => ['failed-events-count', list, range],
  eventRange: (list: FailedEventList, { from, to }: DateRange) => [
    'failed-events',
    'range',
    list,
    { from, to },
  ],
  pageOfEvent: <Asked extends ListedPage>(list: FailedEventList, event: string, asked: Asked) => [
    'find-event',
    list,
    event,
    asked,
  ],
  dayCount: (list: FailedEventList, day: string) => ['day-count', list, day],
  worstReceivers: (day: string) => ['worst-receivers', day],

  allReplayRuns: ['replay-runs'],
  replayRuns: (asked: SortedPage) => ['replay-runs', asked],
  replayRun: (id: string) => ['replay-run', id],
  /** The items are refetched when the state of their run changes. */
  runItems: <Asked extends PageOfItems>(id: string, runState: ReplayRunState, asked: Asked) => [
    'replay-run-items',
    id,
    runState,
    asked,
  ],
  /** @param count of the failures, which grows while the run sends */
  runFailures: (id: string, count: number, part: ReplayRunPart) => [
    'replay-run-failures',
    id,
    count,
    part,
  ],
  runCompanies: (id: string, counts: ReplayRun['counts']) => ['replay-run-companies', id, counts],
  runPart: (id: string, counts: ReplayRun['counts'], part: ReplayRunPart) => [
    'replay-run-part',
    id,
    counts,
    part,
  ],
  latestReplays: (list: FailedEventList) => ['replay-items', list],
  latestReplaysOf: (list: FailedEventList, ids: string[]) => ['replay-items', list, ids],
  recoveredDays: (list: FailedEventList) => ['recovered-days', list],
  eventStates: (list: FailedEventList) => ['event-states', list],
  /** @param name of the set of events */
  eventStatesOf: (list: FailedEventList, name: string) => ['event-states', list, name],
  replaysUnderWay: (list: FailedEventList) => ['replays-under-way', list],

  receivers: ['receivers'],
  /** Begins with the key of the settings, because every receiver in a setting is also a known receiver. */
  knownReceivers: ['receivers', 'all'],
  receiverOutcomes: (receiver: string) => ['receiver-outcomes', receiver],
  /** @param asOf refetches them when it changes, such as the state of a run */
  receiverHealths: (receivers: string[], asOf: string) => ['receivers-health', receivers, asOf],

  blocklist: ['blocklist'],
  /** The list as fetched to check our own change, without showing it. */
  blocklistForCheck: ['blocklist-aside'],
  unreadBlocklistRecords: ['blocklist-others'],
  seenTrackingNumbers: ['seen-tracking-numbers'],
  unblockedInThisVisit: ['unblocked in this visit'],
  companies: ['companies'],
  phoneRules: ['phone-rules'],

  activity: (filter: ActivityFilter, asked: SortedPage) => ['activity', filter, asked],
  numberHistory: (number: string) => ['number-history', number],
  activityEntry: (id: number) => ['activity-entry', id],
  activityPeople: ['activity-people'],
}
