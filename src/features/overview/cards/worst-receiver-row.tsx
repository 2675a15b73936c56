import type { CSSProperties } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { formatNames } from '../../../format/text.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import type { StateFilter } from '../../event/list/list-search.ts'
import { ListLink } from '../card/list-link.tsx'
import * as messages from './messages.ts'
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
        {FailedEventList.options.map(
          list =>
            byList[list] > 0 && (
              <ListLink
                key={list}
                list={list}
                range={{ from: today, to: today }}
                receiver={receiver}
                state={state}
              >
                {formatNumber(byList[list])} {listNoun(list, byList[list])}
              </ListLink>
            ),
        )}
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
