import { Link, type LinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'
import type { DateRange, StateFilter } from '../../event/list/list-search.ts'
import type { WorstReceiver } from '../cards/worst-receivers.ts'

type ListLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> &
  Pick<LinkProps, 'preload'> & {
    list: FailedEventList
    range: DateRange
    /** Only the failures of this receiver, grouped by cause. */
    receiver?: string
    state?: StateFilter
  }

export function ListLink({ list, range: { from, to }, receiver, state, ...rest }: ListLinkProps) {
  const view = receiver === undefined ? undefined : 'groups'
  return <Link to={LIST_LABELS[list].path} search={{ from, to, view, receiver, state }} {...rest} />
}

type WorstReceiverLinksProps = Pick<WorstReceiver, 'receiver' | 'byList'> & {
  today: CalendarDate
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
