import { IconBan, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { useTimes } from '../../../format/times.ts'
import * as messages from '../messages.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { useOtherRecords } from '../records/other-records.tsx'
import classes from './block-status.module.css'
import { blockOf, lastUnblock, type NumberChange, numberHistoryQuery } from './number-history.ts'
import type { BlockingEntry, NumberStatus } from './number-status.ts'

/** More would push the list itself off the screen. */
const MAX_SHOWN = 6

/** Whether a number is blocked, with a link to each entry that blocks it. */
export function BlockStatus({ status: { number, entries } }: { status: NumberStatus }) {
  const isBlocked = entries.length > 0
  const origin = usePhoneRules().data?.countryOfNumber(number)
  const isAllRead = useOtherRecords().length === 0
  const history = useQuery(numberHistoryQuery(number))
  const times = useTimes()
  const changes = history.data ?? []
  const unblocked = isBlocked ? null : lastUnblock(changes)
  return (
    <div className={classes.status} data-blocked={isBlocked}>
      {isBlocked ? <IconBan size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
      <div>
        <p>
          <strong>
            {isBlocked ? 'Yes' : 'No'}, <span translate="no">{formatPhoneNumber(number)}</span> is{' '}
            {isBlocked ? 'blocked' : 'not blocked'}.
          </strong>{' '}
          {origin?.country && <span className={classes.country}>{origin.country}.</span>}
        </p>
        {!isBlocked && (
          <p>
            <Link
              from="/blocklist"
              search={search => ({ ...search, add: 'true', block: number })}
              resetScroll={false}
            >
              {messages.blockIt}
            </Link>
            {origin?.isUsual === false && ` ${messages.unusualNumber(origin.country)}`}
            {!isAllRead && ` ${messages.someUnread}`}
          </p>
        )}
        {isBlocked && <Entries entries={entries.slice(0, MAX_SHOWN)} changes={history.data} />}
        {history.isError && <p>{messages.historyNotLoaded}</p>}
        {unblocked && <p>{messages.unblockedBy(unblocked.who, times.moment(unblocked.at))}</p>}
        {changes.length > 0 && (
          <p>
            <Link to="/activity" search={{ number: `+${number}` }} preload={false}>
              {messages.seeHistory}
            </Link>
          </p>
        )}
        {entries.length > MAX_SHOWN && (
          <details>
            <summary>{messages.moreEntriesBlock(entries.length - MAX_SHOWN)}</summary>
            <Entries entries={entries.slice(MAX_SHOWN)} changes={history.data} />
          </details>
        )}
      </div>
    </div>
  )
}

type EntriesProps = Pick<NumberStatus, 'entries'> & {
  /** undefined while they are not loaded. */
  changes: NumberChange[] | undefined
}

function Entries({ entries, changes }: EntriesProps) {
  return (
    <ul className={classes.entries}>
      {entries.map(entry => (
        <li key={`${entry.context} ${entry.entity.reference}`}>
          <Entry entry={entry} changes={changes} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry, changes }: { entry: BlockingEntry } & Pick<EntriesProps, 'changes'>) {
  const times = useTimes()
  const { context, entity } = entry
  const block = changes && blockOf(changes, entry)
  return (
    <>
      {CONTEXT_LABELS[context].title}{' '}
      <Link
        from="/blocklist"
        search={({ q }) => ({ context, entity: entity.reference, q })}
        resetScroll={false}
        translate="no"
      >
        {entity.name || entity.reference}
      </Link>{' '}
      blocks it: {messages.reach[context]}{' '}
      {block && messages.blockedBy(block.who, times.moment(block.at))}
      {block === null && messages.blockedElsewhere}
    </>
  )
}
