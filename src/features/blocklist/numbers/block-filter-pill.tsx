import { formatNumber } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import { SearchedChoices } from '../../../ui/filter/searched-choices.tsx'
import type { BlocklistSearch, OnBlocklistSearch } from '../blocklist-search.ts'
import type { Block } from '../records/blocks.ts'
import { type BlockFilter, countValues } from './block-filters.ts'

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
  const counted = countValues(filter, blocks, search, searched, useTimes().today())
  return (
    <SearchedChoices
      label={filter.label}
      choices={counted.map(({ count, ...choice }) => ({
        ...choice,
        count: formatNumber(count),
        isName: filter.name === 'entity' || filter.name === 'who',
      }))}
      chosen={search[filter.name]}
      onChoose={onChoose}
    />
  )
}
