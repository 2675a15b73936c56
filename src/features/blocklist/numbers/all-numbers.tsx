import { useMemo, useRef } from 'react'
import { useTimes } from '../../../format/times.ts'
import type { BlocklistSearch, OnBlocklistSearch } from '../blocklist-search.ts'
import * as messages from '../messages.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import { allBlocks, useBlockNotes } from '../records/blocks.ts'
import classes from './all-numbers.module.css'
import { BlockFilterPill } from './block-filter-pill.tsx'
import { FILTERS, matchBlocks } from './block-filters.ts'
import { ALL_COLUMNS } from './number-table.tsx'
import panelClasses from './numbers-panel.module.css'
import { NumbersPanel } from './numbers-panel.tsx'

type AllNumbersProps = {
  entities: BlockedEntities
  search: BlocklistSearch
  searched: string
  onSearch: OnBlocklistSearch
}

/** The blocked numbers of all companies, partners and groups, with filters. */
export function AllNumbers({ entities, search, searched, onSearch }: AllNumbersProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const today = useTimes().today()
  const { data: notes } = useBlockNotes()
  const blocks = useMemo(() => allBlocks(entities, notes), [entities, notes])
  const match = useMemo(() => matchBlocks(search, searched, today), [search, searched, today])
  return (
    <NumbersPanel
      label="All blocked numbers"
      layoutName="all-blocked-numbers"
      columns={ALL_COLUMNS}
      blocks={blocks}
      match={match}
      isDueList={search.due === 'due'}
      notes={notes}
      sort={search.sort}
      onSort={order => onSearch({ sort: order }, { replace: true })}
      heading={heading}
      header={
        <header className={panelClasses.header}>
          <h2 ref={heading} tabIndex={-1}>
            {search.due === 'due' ? 'Due blocks' : 'All numbers'}
          </h2>
          <p className={panelClasses.about}>
            {search.due === 'due'
              ? 'These numbers stay blocked until somebody unblocks them.'
              : `${messages.numberCount(blocks.length)} blocked for companies, partners and groups`}
          </p>
          <div className={classes.filters}>
            {FILTERS.map(filter => (
              <BlockFilterPill
                key={filter.name}
                filter={filter}
                blocks={blocks}
                search={search}
                searched={searched}
                onSearch={onSearch}
              />
            ))}
          </div>
        </header>
      }
      instead={blocks.length === 0 ? 'No numbers are blocked.' : 'No blocked number matches.'}
    />
  )
}
