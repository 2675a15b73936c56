import { type Entity, withCountryCode } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { callingCodeOf } from '../../../../contract/text/phone-number.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import { type Choice, SearchedChoices } from '../../../ui/filter/searched-choices.tsx'
import { type BlocklistSearch, useBlocklistSearch } from '../blocklist-search.ts'
import { textMatch } from '../entity-matches.ts'
import { REASONS } from '../messages.ts'
import { CONTEXT_LABELS, entityKey } from '../records/blocked-entities.ts'
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
    valueFor: ({ entity }) => entity.context,
    nameFor: ({ entity }) => CONTEXT_LABELS[entity.context].title,
  },
  {
    name: 'entity',
    label: 'Name',
    // A company and a group may have the same reference.
    valueFor: ({ entity }) => entityKey(entity),
    nameFor: ({ entity: { context, name } }) =>
      context === 'company' ? name : `${name} (${CONTEXT_LABELS[context].one})`,
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
    valueFor: ({ number }) => callingCodeOf(withCountryCode(number)),
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

/** The name and reference of an entity are compared once for all of its numbers. */
function matchText(searched: string): (block: Block) => boolean {
  const match = textMatch(searched)
  const named = new Map<Entity, boolean>()
  return ({ number, entity }) => {
    if (match.number?.(number)) return true
    const isNamed = named.get(entity) ?? match.entity(entity)
    named.set(entity, isNamed)
    return isNamed
  }
}

/** The values of a filter with the numbers of blocks that they would list with the other filters, most frequent first. */
export function countValues(
  { name, valueFor, nameFor }: BlockFilter,
  blocks: Block[],
  search: Filtered,
  searched: string,
  today: CalendarDate,
): Choice[] {
  const match = matchBlocks({ ...search, [name]: undefined }, searched, today)
  const matching = match ? blocks.filter(match) : blocks
  return [...Map.groupBy(matching, block => valueFor(block, today))]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([value, same]) => ({
      value,
      name: same[0] && nameFor(same[0], value),
      count: formatNumber(same.length),
      isName: name === 'entity' || name === 'who',
    }))
}

type BlockFilterPillProps = { filter: BlockFilter; blocks: Block[]; searched: string }

/** A filter of the blocked numbers. Its values are counted when it is opened. */
export function BlockFilterPill({ filter, blocks, searched }: BlockFilterPillProps) {
  const { search, onSearch } = useBlocklistSearch()
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
        <SearchedChoices
          label={filter.label}
          choices={countValues(filter, blocks, search, searched, today)}
          chosen={value}
          onChoose={chosen => {
            onSearch({ [filter.name]: chosen === value ? undefined : chosen })
            close()
          }}
        />
      )}
    </FilterPill>
  )
}
