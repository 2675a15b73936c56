import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { listsOf } from '../../../../contract/failed-event.ts'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import type { DateRange, ListSearch } from '../../event/list/list-search.ts'

type ListLinksProps = {
  run: ReplayRunDetails
  search: ListSearch & DateRange
  before?: string
  after?: string
}

/** The list that has the events of a run, or both. */
export function ListLinks({ run, search, before = '', after = '' }: ListLinksProps) {
  const lists = listsOf(run.list)
  return lists.map((list, at) => {
    const { path, title, many } = LIST_LABELS[list]
    return (
      <Fragment key={list}>
        {at > 0 && ' and '}
        <Link to={path} search={search} preload={false}>
          {at === 0 ? before + title : many}
          {at === lists.length - 1 && after}
        </Link>
      </Fragment>
    )
  })
}
