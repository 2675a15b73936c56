import { useState } from 'react'
import { formatNumber } from '../../../../contract/text/count.ts'
import { normaliseText } from '../../../../contract/text/normalise-text.ts'
import { useTimes } from '../../../format/times.ts'
import { ChoiceList } from '../../../ui/filter/choice-list.tsx'
import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import type { BlocklistSearch, OnBlocklistSearch } from '../blocklist-search.ts'
import type { Block } from '../records/blocks.ts'
import classes from './all-numbers.module.css'
import { type BlockFilter, countValues } from './block-filters.ts'

/** With fewer, a search is not needed. */
const SEARCHED_FROM = 10
/** More values than a person reads. */
const MAX_CHOICES = 100

type BlockFilterPillProps = {
  filter: BlockFilter
  blocks: Block[]
  search: BlocklistSearch
  searched: string
  onSearch: OnBlocklistSearch
}

/** A filter of the blocked numbers. Its values are counted when it is opened. */
export function BlockFilterPill(props: BlockFilterPillProps) {
  const { filter, blocks, search, onSearch } = props
  const today = useTimes().today()
  const value = search[filter.name]
  const first =
    value === undefined ? undefined : blocks.find(block => filter.valueFor(block, today) === value)
  return (
    <FilterPill
      label={filter.label}
      chosen={value && (first ? filter.nameFor(first, value) : value)}
      onRemove={() => onSearch({ [filter.name]: undefined })}
    >
      {close => (
        <Choices
          {...props}
          onChoose={chosen => {
            onSearch({ [filter.name]: chosen === value ? undefined : chosen })
            close()
          }}
        />
      )}
    </FilterPill>
  )
}

function Choices(props: BlockFilterPillProps & { onChoose: (value: string) => void }) {
  const { filter, blocks, search, searched, onChoose } = props
  const [text, setText] = useState('')
  const counted = countValues(filter, blocks, search, searched, useTimes().today())
  const matching = counted.filter(({ name }) => normaliseText(name).includes(normaliseText(text)))
  const others = matching.length - MAX_CHOICES
  return (
    <div className={classes.choices}>
      {counted.length >= SEARCHED_FROM && (
        <input
          type="search"
          className={classes.find}
          aria-label={`Find in ${filter.label.toLowerCase()}`}
          placeholder="Find…"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ChoiceList
        label={filter.label}
        choices={matching.slice(0, MAX_CHOICES).map(({ value, name, count }) => ({
          value,
          name,
          count: formatNumber(count),
          isName: filter.name === 'entity' || filter.name === 'who',
        }))}
        chosen={search[filter.name]}
        onChoose={onChoose}
      />
      {matching.length === 0 && <p className={classes.more}>Nothing matches.</p>}
      {others > 0 && (
        <p className={classes.more}>{formatNumber(others)} more. Type to find them.</p>
      )}
    </div>
  )
}
