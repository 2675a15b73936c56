import { useEffect } from 'react'
import {
  DEFAULT_ENTITY_CONTEXT,
  type Entity,
  type EntityContext,
} from '../../../../contract/blocklist.ts'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { NumbersDrawer } from '../batch/numbers-drawer.tsx'
import * as messages from '../messages.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import type { BlockNumbersFormProps } from './block-numbers-form.tsx'

/** Loaded on demand, because it includes the table of all countries. */
const BlockNumbersForm = lazyPart(
  async () => (await import('./block-numbers-form.tsx')).BlockNumbersForm,
)

type BlockNumbersDrawerProps = {
  isOpen: boolean
  /** The initial values of the form; null until they are known. */
  start: BlockNumbersFormProps['start'] | null
  onClose: () => void
} & Pick<BlockNumbersFormProps, 'owner' | 'onBlocked' | 'onLate'>

/**
 * The form that blocks numbers, in a drawer next to the list. It keeps the input when it closes.
 */
export function BlockNumbersDrawer({ isOpen, start, onClose, ...form }: BlockNumbersDrawerProps) {
  return (
    <NumbersDrawer title={messages.blockNumbers} isOpen={isOpen} onClose={onClose}>
      {onBusy =>
        start && (
          <>
            <BlockNumbersForm {...form} start={start} onCancel={onClose} onBusy={onBusy} />
            <FocusAfterClosing />
          </>
        )
      }
    </NumbersDrawer>
  )
}

/** A link that opened the form has no button on this page to return the focus to. */
function FocusAfterClosing() {
  // Once the drawer is removed, and the focus with it. That is a moment after its transition.
  useEffect(
    () => () =>
      focusIfLost({
        get current() {
          const headings = document.querySelectorAll<HTMLElement>('main :is(h1, h2)[tabindex="-1"]')
          return [...headings].findLast(heading => heading.getClientRects().length > 0) ?? null
        },
      }),
    [],
  )
  return null
}

/**
 * The initial values of the form: the entity on the page, or the context of the chosen tab. Otherwise
 * the context is the partner, as in the interface. An account usually has one partner, so the only
 * known one is used.
 */
export function blockNumbersStart(
  context: EntityContext = DEFAULT_ENTITY_CONTEXT,
  shown: Entity | undefined,
  entities: BlockedEntities | null,
  number = '',
): BlockNumbersFormProps['start'] {
  const [partner, ...others] = entities?.partner ?? []
  const onlyPartner = context === 'partner' && others.length === 0 ? partner : undefined
  const entity = shown ?? onlyPartner
  return {
    entity_context_name: context,
    entity: { name: entity?.name ?? '', reference: entity?.reference ?? '' },
    number,
  }
}
