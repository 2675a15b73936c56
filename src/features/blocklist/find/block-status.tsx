import { IconBan, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { LazyNumberCountry } from '../phone/lazy-number-country.tsx'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'
import { useOtherRecords } from '../records/other-records.tsx'
import classes from './block-status.module.css'
import * as messages from './messages.ts'
import type { BlockingEntry, NumberStatus } from './number-status.ts'

/** More would push the list itself off the screen. */
const MAX_SHOWN = 6

/** Whether a number is blocked, with a link to each entry that blocks it. */
export function BlockStatus({ status: { number, entries } }: { status: NumberStatus }) {
  const isBlocked = entries.length > 0
  const isAllRead = useOtherRecords().length === 0
  return (
    <LazyNumberCountry number={number}>
      {origin => (
        <div className={classes.status} data-blocked={isBlocked}>
          {isBlocked ? <IconBan size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
          <div>
            <p>
              <strong>
                {isBlocked ? 'Yes' : 'No'}, <span translate="no">{formatPhoneNumber(number)}</span>{' '}
                is {isBlocked ? 'blocked' : 'not blocked'}.
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
            {isBlocked && <Entries entries={entries.slice(0, MAX_SHOWN)} />}
            {isBlocked && (
              <p>
                {messages.notRecorded}{' '}
                <Link to="/activity" search={{ kind: 'numbers_blocked' }} preload={false}>
                  Activity
                </Link>{' '}
                lists what was blocked with Redial.
              </p>
            )}
            {entries.length > MAX_SHOWN && (
              <details>
                <summary>{messages.moreEntriesBlock(entries.length - MAX_SHOWN)}</summary>
                <Entries entries={entries.slice(MAX_SHOWN)} />
              </details>
            )}
          </div>
        </div>
      )}
    </LazyNumberCountry>
  )
}

function Entries({ entries }: Pick<NumberStatus, 'entries'>) {
  return (
    <ul className={classes.entries}>
      {entries.map(entry => (
        <li key={`${entry.context} ${entry.entity.reference}`}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry: { context, entity } }: { entry: BlockingEntry }) {
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
      blocks it: {messages.reach[context]}
    </>
  )
}
