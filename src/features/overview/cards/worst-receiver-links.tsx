import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import { ListLink } from '../card/list-link.tsx'
import type { WorstReceiver } from './worst-receivers.ts'

type WorstReceiverLinksProps = Pick<WorstReceiver, 'receiver' | 'byList'> & {
  today: CalendarDate
}

/** The numbers of a receiver's failed calls and AI events of today, with links to them. */
export function WorstReceiverLinks({ receiver, byList, today }: WorstReceiverLinksProps) {
  return FailedEventList.options.map(
    list =>
      byList[list] > 0 && (
        <ListLink
          key={list}
          list={list}
          range={{ from: today, to: today }}
          receiver={receiver}
          state="missing"
        >
          {formatNumber(byList[list])} {listNoun(list, byList[list])}
        </ListLink>
      ),
  )
}
