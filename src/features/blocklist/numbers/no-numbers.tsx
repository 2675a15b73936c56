import { Link } from '@tanstack/react-router'
import type { BlocklistSearch } from '../blocklist-search.ts'
import type { ShownEntity } from '../entity-matches.ts'
import * as messages from '../messages.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, groupsOf, type Notes } from '../records/blocks.ts'
import { FILTERS } from './block-filters.tsx'
import classes from './numbers-panel.module.css'

type NoNumbersProps = {
  /** The numbers of which none matches. */
  blocks: Block[]
  /** What matches for any entity. */
  matches: Block[]
  /** null for all entities. */
  shown: ShownEntity | null
  notes: Notes | undefined
  search: BlocklistSearch
  searched: string
}

/** Says why the table is empty, and leads to the first entity whose numbers match. */
export function NoNumbers({ matches, searched, ...table }: NoNumbersProps) {
  const [first] = groupsOf(matches)
  const numbers = first?.blocks.map(({ number }) => number) ?? []
  return (
    <p className={classes.none}>
      {formatNone(table)}{' '}
      {first && (
        <Link
          from="/blocklist"
          search={{ context: first.context, entity: first.entity.reference, q: searched }}
          resetScroll={false}
        >
          Show {messages.namedOrCounted(numbers, 1)} in the blocklist of{' '}
          <span translate="no">{first.entity.name || first.entity.reference}</span>
        </Link>
      )}
    </p>
  )
}

function formatNone({
  blocks,
  shown,
  notes,
  search,
}: Omit<NoNumbersProps, 'matches' | 'searched'>): string {
  if (!notes && FILTERS.some(({ name, isOfNotes }) => isOfNotes && search[name] !== undefined))
    return 'This filter needs notes about the numbers, which are not loaded.'
  if (blocks.length > 0) return `No matches in ${messages.numberCount(blocks.length)}.`
  if (shown === null) return 'No numbers are blocked.'
  return `This ${CONTEXT_LABELS[shown.entity.context].one} is not on the blocklist.`
}
