import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../../contract/activity.ts'
import { useTimes } from '../../format/times.ts'
import type { Column } from '../../ui/table/column.ts'
import classes from './activity-columns.module.css'
import {
  ACTOR_LABELS,
  formatActivity,
  formatActivityDetails,
  OUTCOME_LABELS,
} from './activity-messages.ts'
import { ChangedNumbers } from './changed-numbers.tsx'
import * as messages from './messages.ts'

export const ACTIVITY_COLUMNS: Column<ActivityEntry>[] = [
  {
    id: 'at',
    header: () => <WhenHeader />,
    width: 'minmax(164px, 17%)',
    sortFirst: 'descending',
    cell: ({ at }) => <When at={at} />,
  },
  { id: 'who', header: messages.byColumn, width: '16%', cell: entry => <Who entry={entry} /> },
  { id: 'what', header: messages.actionColumn, cell: entry => <What entry={entry} /> },
  {
    id: 'from',
    header: messages.addressColumn,
    width: '14%',
    cardLabel: messages.addressColumn,
    cell: ({ from }) =>
      from === null ? (
        <span className={classes.dimmed}>{messages.theServer}</span>
      ) : (
        <span className={classes.address} translate="no">
          {from}
        </span>
      ),
  },
  {
    id: 'outcome',
    header: messages.outcomeColumn,
    width: '22%',
    cardLabel: messages.outcomeColumn,
    cell: entry => <Outcome entry={entry} />,
  },
]

function WhenHeader() {
  return <span>{messages.whenColumn(useTimes().zone)}</span>
}

function When({ at }: { at: string }) {
  const times = useTimes()
  return (
    <time className={classes.when} dateTime={at} title={times.full(at)}>
      {times.moment(at)}
    </time>
  )
}

function Who({ entry: { who, by } }: { entry: ActivityEntry }) {
  const kind = by === 'session' ? null : ACTOR_LABELS[by]
  if (who === null) return <span className={classes.dimmed}>{kind ?? messages.noName}</span>
  return (
    <>
      <span translate="no">{who}</span>
      {kind && <div className={classes.dimmed}>{kind}</div>}
    </>
  )
}

function What({ entry }: { entry: ActivityEntry }) {
  const { text, name } = formatActivity(entry)
  const more = formatActivityDetails(entry)
  return (
    <>
      <div>
        <Subject entry={entry}>
          {name === null ? (
            text
          ) : (
            <>
              {`${text} `}
              <span translate="no">{name}</span>
            </>
          )}
        </Subject>
      </div>
      {more && <div className={classes.dimmed}>{more}</div>}
      {(entry.kind === 'numbers_blocked' || entry.kind === 'numbers_unblocked') && (
        <ChangedNumbers entry={entry} />
      )}
    </>
  )
}

/** Links to the page of what the entry is about, if there is one. */
function Subject({ entry, children }: { entry: ActivityEntry; children: ReactNode }) {
  const { kind, details } = entry
  if ('run_id' in details && details.run_id !== null && details.list !== null) {
    return (
      <Link to="/replays/$runId" params={{ runId: details.run_id }} className={classes.subject}>
        {children}
      </Link>
    )
  }
  if ('entity_context_name' in details && details.reference !== null) {
    const { entity_context_name: context, reference: entity } = details
    return (
      <Link to="/blocklist" search={{ context, entity }} className={classes.subject}>
        {children}
      </Link>
    )
  }
  if (kind === 'receiver_set') {
    return (
      <Link to="/settings" className={classes.subject}>
        {children}
      </Link>
    )
  }
  return children
}

function Outcome({ entry: { outcome, status, reason } }: { entry: ActivityEntry }) {
  const label = OUTCOME_LABELS[outcome]
  return (
    <>
      <span className={classes.outcome} data-outcome={outcome}>
        {status === null ? label : messages.withStatus(label, status)}
      </span>
      {reason && <div className={classes.dimmed}>{reason}</div>}
      {outcome === 'unknown' && <div className={classes.dimmed}>{messages.outcomeUnknown}</div>}
    </>
  )
}
