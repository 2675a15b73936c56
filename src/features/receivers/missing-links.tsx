import { FailedEventList } from '../../../contract/failed-event.ts'
import { overviewRange } from '../../../contract/overview.ts'
import type { Receiver } from '../../../contract/receiver.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { useTimes } from '../../format/times.ts'
import { listNoun } from '../event/list/list-labels.ts'
import { ListLink } from '../event/list/list-link.tsx'
import classes from './missing-links.module.css'

export function countMissing({ missing }: Receiver): number {
  return missing.call_events_fail + missing.transcription_events_fail
}

/** How many failed calls and AI events of the last 7 days a receiver still lacks, with links to them. */
export function MissingLinks({ of: { receiver, missing } }: { of: Receiver }) {
  const range = overviewRange(useTimes().today())
  return (
    <span className={classes.counts}>
      {FailedEventList.options.map(
        list =>
          missing[list] > 0 && (
            <ListLink key={list} list={list} range={range} receiver={receiver} state="missing">
              {formatNumber(missing[list])} {listNoun(list, missing[list])}
            </ListLink>
          ),
      )}
    </span>
  )
}
