import type { CSSProperties } from 'react'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNames } from '../../../format/text.ts'
import type { StateFilter } from '../../event/list/list-search.ts'
import * as messages from './messages.ts'
import { WorstReceiverLinks } from './worst-receiver-links.tsx'
import type { WorstReceiver } from './worst-receivers.ts'
import classes from './worst-receivers-card.module.css'

type WorstReceiverRowProps = {
  worst: WorstReceiver
  /** The number of failures of the worst receiver. */
  most: number
  today: CalendarDate
  /** The state of the counted events, if it is known. */
  state: StateFilter | undefined
}

/** A receiver with its companies, its failures of today and their main cause. */
export function WorstReceiverRow(props: WorstReceiverRowProps) {
  const { worst, most, today, state } = props
  const { receiver, companies, count, byList, causes } = worst
  const [main, ...rest] = causes
  return (
    <li className={classes.receiver}>
      <div>
        {companies.length > 0 && (
          <strong className={classes.company} translate="no">
            {formatNames(companies)}
          </strong>
        )}
        <div
          className={classes.host}
          data-leads={companies.length === 0 || undefined}
          translate="no"
        >
          {receiver}
        </div>
      </div>
      <span className={classes.counts}>
        <WorstReceiverLinks receiver={receiver} byList={byList} today={today} state={state} />
      </span>
      <span className={classes.cause}>
        {main && rest.length > 0 ? messages.causeAmongOthers(main.text, main.count) : main?.text}
      </span>
      <span
        className={classes.bar}
        style={{ '--share': `${(100 * count) / most}%` } as CSSProperties}
        aria-hidden
      />
    </li>
  )
}
