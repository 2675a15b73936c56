import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import type { StateFilter } from '../../event/list/list-search.ts'
import { ListLink } from '../card/list-link.tsx'
import type { WorstReceiver } from './worst-receivers.ts'

type WorstReceiverLinksProps = Pick<WorstReceiver, 'receiver' | 'byList'> & {
  today: CalendarDate
  /** The state of the counted events, if it is known. */
  state: StateFilter | undefined
}

/** The numbers of a receiver's failed calls and AI events of today, with links to them. */
export function WorstReceiverLinks({ receiver, byList, today, state }: WorstReceiverLinksProps) {
  return FailedEventList.options.map(
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
  )
}
