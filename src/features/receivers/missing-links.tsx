import { FailedEventList } from '../../../contract/failed-event.ts'
import { overviewRange } from '../../../contract/overview.ts'
import type { Receiver } from '../../../contract/receiver.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { useTimes } from '../../format/times.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { listNoun } from '../event/list/list-labels.ts'
import { ListLink } from '../event/list/list-link.tsx'
import classes from './missing-links.module.css'

export function countMissing({ missing }: Receiver): number {
  return missing.call_events_fail + missing.transcription_events_fail
}

type MissingLinkProps = {
  list: FailedEventList
  of: Receiver
  /** The header of the column says what is counted. */
  isInTable?: boolean
}

/** How many failed calls or AI events of the last 7 days a receiver still lacks, with a link to them. */
export function MissingLink({ list, of: { receiver, missing }, isInTable }: MissingLinkProps) {
  const count = missing[list]
  return (
    <ListLink
      className={isInTable ? classes.number : classes.count}
      list={list}
      range={overviewRange(useTimes().today())}
      receiver={receiver}
      state="missing"
    >
      {formatNumber(count)}
      <span className={isInTable ? visuallyHidden.only : undefined}> {listNoun(list, count)}</span>
    </ListLink>
  )
}

/** The links to both lists. */
export function MissingLinks({ of }: { of: Receiver }) {
  return (
    <span className={classes.counts}>
      {FailedEventList.options.map(
        list => of.missing[list] > 0 && <MissingLink key={list} list={list} of={of} />,
      )}
    </span>
  )
}
