import { Link, type LinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import type { StateFilter } from '../../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { LIST_LABELS } from './list-labels.ts'
import type { DateRange } from './list-search.ts'

type ListLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> &
  Pick<LinkProps, 'preload'> & {
    list: FailedEventList
    range: DateRange
    receiver?: string
    company?: string | undefined
    state?: StateFilter
  }

export function ListLink(props: ListLinkProps) {
  const { list, range, receiver, company, state, ...rest } = props
  const { from, to } = range
  const view = receiver === undefined ? undefined : 'groups'
  return (
    <Link
      to={LIST_LABELS[list].path}
      search={{ from, to, view, receiver, company, state }}
      {...rest}
    />
  )
}
