import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActivityEntry } from '../../../contract/activity.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { formatFirstNames } from '../../../contract/text/names.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { describeError } from '../../api/error-messages.ts'
import { Time } from '../../format/time.tsx'
import { useTimes } from '../../format/times.ts'
import type { Column } from '../../ui/table/column.ts'
import { useReceivers } from '../receivers/queries/receivers-query.ts'
import classes from './activity-columns.module.css'
import {
  ACTOR_LABELS,
  formatActivity,
  formatActivityDetails,
  formatOutcome,
} from './activity-messages.ts'
import { activityEntryQuery } from './activity-query.ts'
import numberClasses from './changed-numbers.module.css'

export const ACTIVITY_COLUMNS: Column<ActivityEntry>[] = [
  {
    id: 'at',
    header: () => <WhenHeader />,
    width: 'minmax(164px, 17%)',
    sortFirst: 'descending',
    cell: ({ at }) => (
      <span className={classes.when}>
        <Time stamp={at} as="moment" />
      </span>
    ),
  },
  { id: 'who', header: 'By', width: '14%', cell: entry => <Who entry={entry} /> },
  { id: 'what', header: 'Action', cell: entry => <What entry={entry} /> },
  {
    id: 'from',
    header: 'Address',
    width: '12%',
    cardLabel: 'Address',
    cell: ({ from }) =>
      from === null ? (
        <span className={classes.dimmed}>The server</span>
      ) : (
        <span className={classes.address} translate="no">
          {from}
        </span>
      ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '16%',
    cardLabel: 'Outcome',
    cell: entry => <Outcome entry={entry} />,
  },
]

function WhenHeader() {
  return <span>When ({useTimes().zone})</span>
}

function Who({ entry: { who, by } }: { entry: ActivityEntry }) {
  const kind = by === 'session' ? null : ACTOR_LABELS[by]
  if (who === null) return <span className={classes.dimmed}>{kind ?? 'No name given'}</span>
  return (
    <>
      <span translate="no">{who}</span>
      {kind && <div className={classes.dimmed}>{kind}</div>}
    </>
  )
}

function What({ entry }: { entry: ActivityEntry }) {
  const { text, name } = formatActivity(entry)
  const { details } = entry
  const about = 'about' in details && details.about === 'receiver' ? details.name : undefined
  const receiver = 'run_id' in details ? details.receiver : about
  // People know a receiver by its companies.
  const companies = useReceivers('', { enabled: receiver !== undefined }).get(
    receiver ?? '',
  )?.companies
  const more = [companies && formatFirstNames(companies, 0), formatActivityDetails(entry)]
    .filter(Boolean)
    .join(' · ')
  const link = linkOf(entry)
  const subject = (
    <>
      {text} {name !== null && <span translate="no">{name}</span>}
    </>
  )
  return (
    <>
      <div>
        {link === null ? (
          subject
        ) : (
          <Link {...link} className={classes.subject}>
            {subject}
          </Link>
        )}
      </div>
      {more && <div className={classes.dimmed}>{more}</div>}
      {'unreadable' in entry.details && <ChangedNumbers entry={entry} />}
    </>
  )
}

/** Where the entry's subject is. */
function linkOf({ kind, details }: ActivityEntry): LinkProps | null {
  if ('run_id' in details && details.run_id !== null && details.from !== null) {
    return { to: '/replays/$runId', params: { runId: details.run_id } }
  }
  if ('entity_context_name' in details && details.reference !== null) {
    const { entity_context_name: context, reference: entity } = details
    return { to: '/blocklist', search: { context, entity } }
  }
  if ('about' in details) {
    const { about, name } = details
    return about === 'company'
      ? { to: '/companies/$name', params: { name } }
      : { to: '/receivers', search: { receiver: name } }
  }
  return kind === 'receiver_set' ? { to: '/settings' } : null
}

function Outcome({ entry }: { entry: ActivityEntry }) {
  const { outcome, reason } = entry
  const { text, tone } = formatOutcome(entry)
  return (
    <>
      <span className={classes.outcome} data-outcome={tone}>
        {text}
      </span>
      {reason && <div className={classes.dimmed}>{reason}</div>}
      {outcome === 'unknown' && (
        <div className={classes.dimmed}>It is unknown whether this was done.</div>
      )}
    </>
  )
}

/**
 * The phone numbers of a blocklist change: the first few, and all of them on request. A long list
 * is focusable, so that the keyboard can scroll it.
 */
function ChangedNumbers({ entry }: { entry: ActivityEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const all = useQuery({ ...activityEntryQuery(entry.id), enabled: isOpen })
  if (!('unreadable' in entry.details)) return null
  const { count, unreadable } = entry.details
  const first = entry.numbers
  const shown = isOpen ? (all.data?.numbers ?? first) : first
  const others = count - (first?.length ?? 0)
  return (
    <div className={numberClasses.numbers}>
      {first === null && count > 0 && <p>There are too many numbers to store.</p>}
      {shown && shown.length > 0 && (
        <p className={numberClasses.list} translate="no" tabIndex={isOpen ? 0 : undefined}>
          {shown.map(formatPhoneNumber).join(', ')}
        </p>
      )}
      {first !== null && others > 0 && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${formatNumber(count)}`}
        </button>
      )}
      {isOpen && all.isLoading && <p role="status">Loading…</p>}
      {isOpen && all.error && <p role="alert">{describeError(all.error).message}</p>}
      {isOpen && all.data?.numbers && all.data.numbers.length < count && (
        <p>The other numbers are not stored, because the change was refused.</p>
      )}
      {unreadable > 0 && (
        <p>{formatCount(unreadable, 'entry', 'entries')} without a phone number</p>
      )}
    </div>
  )
}
