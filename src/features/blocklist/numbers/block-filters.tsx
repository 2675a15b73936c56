import type { Entity } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { normaliseText } from '../../../../contract/text/normalise-text.ts'
import { callingCodeOf } from '../../../../contract/text/phone-number.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import { SearchedChoices } from '../../../ui/filter/searched-choices.tsx'
import type { BlocklistSearch, OnBlocklistSearch } from '../blocklist-search.ts'
import { REASONS } from '../messages.ts'
import { isNumberSearch, numberMatch } from '../phone/number-search.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, isDue } from '../records/blocks.ts'

type Filtered = Pick<BlocklistSearch, 'context' | 'entity' | 'reason' | 'who' | 'due' | 'country'>

export type BlockFilter = {
  name: keyof Filtered
  label: string
  /** Whether it is about notes, which may not be loaded. */
  isOfNotes?: true
  /** The value of a block in URLs, and how it is shown. */
  valueFor: (block: Block, today: CalendarDate) => string
  nameFor: (block: Block, value: string) => string
}

const DUE: Record<string, string> = { due: 'Due', later: 'Later', none: 'No end' }

export const FILTERS: BlockFilter[] = [
  {
    name: 'context',
    label: 'Kind',
    valueFor: ({ context }) => context,
    nameFor: ({ context }) => CONTEXT_LABELS[context].title,
  },
  {
    name: 'entity',
    label: 'Name',
    valueFor: ({ entity }) => entity.reference,
    nameFor: ({ entity }) => entity.name || entity.reference,
  },
  {
    name: 'reason',
    isOfNotes: true,
    label: 'Reason',
    valueFor: ({ note }) => note?.reason ?? 'none',
    nameFor: ({ note }) => (note?.reason ? REASONS[note.reason] : 'No reason'),
  },
  {
    name: 'who',
    isOfNotes: true,
    label: 'Person',
    valueFor: ({ note }) => (note?.at ? (note.who ?? 'A script') : 'Outside Redial'),
    nameFor: (_, value) => value,
  },
  {
    name: 'due',
    isOfNotes: true,
    label: 'Until',
    valueFor: (block, today) =>
      isDue(block, today) ? 'due' : block.note?.until ? 'later' : 'none',
    nameFor: (_, value) => DUE[value] ?? value,
  },
  {
    name: 'country',
    label: 'Country code',
    valueFor: ({ number }) => callingCodeOf(number),
    nameFor: (_, value) => `+${value}`,
  },
]

/** Whether a block matches the search and all filters; null if there are none. */
export function matchBlocks(
  search: Filtered,
  searched: string,
  today: CalendarDate,
): ((block: Block) => boolean) | null {
  const filters = FILTERS.filter(({ name }) => search[name] !== undefined)
  const text = searched === '' ? null : matchText(searched)
  if (filters.length === 0 && text === null) return null
  return block =>
    filters.every(({ name, valueFor }) => valueFor(block, today) === search[name]) &&
    (text === null || text(block))
}

/** A number anywhere, or words in the name or reference of the entity, which are compared once for each. */
function matchText(searched: string): (block: Block) => boolean {
  const matchNumber = isNumberSearch(searched) ? numberMatch(searched) : null
  const words = normaliseText(searched).split(/\s+/).filter(Boolean)
  const named = new Map<Entity, boolean>()
  return ({ number, entity }) => {
    if (matchNumber?.(number)) return true
    let isNamed = named.get(entity)
    if (isNamed === undefined) {
      const names = normaliseText(`${entity.name} ${entity.reference}`)
      isNamed = words.every(word => names.includes(word))
      named.set(entity, isNamed)
    }
    return isNamed
  }
}

/** A value of a filter, with the number of blocks that it would list with the other filters. */
export type Counted = { value: string; name: string; count: number }

/** The most frequent values first. */
export function countValues(
  filter: BlockFilter,
  blocks: Block[],
  search: Filtered,
  searched: string,
  today: CalendarDate,
): Counted[] {
  const match = matchBlocks({ ...search, [filter.name]: undefined }, searched, today)
  const counts = new Map<string, Counted>()
  for (const block of blocks) {
    if (match && !match(block)) continue
    const value = filter.valueFor(block, today)
    const counted = counts.get(value)
    if (counted) counted.count++
    else counts.set(value, { value, name: filter.nameFor(block, value), count: 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

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
