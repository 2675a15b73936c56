import { useEffect, useState } from 'react'
import {
  DEFAULT_COUNTRY,
  DEFAULT_ENTITY_CONTEXT,
  type Entity,
  type EntityContext,
} from '../../../../contract/blocklist.ts'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { Notification } from '../batch/notification.ts'
import { NumbersDrawer } from '../batch/numbers-drawer.tsx'
import * as messages from '../messages.ts'
import type { BlockSummary } from '../records/block-summary.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import type { BlockNumbersValues } from './block-numbers-values.ts'

/** Loaded on demand, because it includes the table of all countries. */
const BlockNumbersForm = lazyPart(
  async () => (await import('./block-numbers-form.tsx')).BlockNumbersForm,
)

type BlockNumbersDrawerProps = {
  isOpen: boolean
  /** The person who enters the numbers. A draft is restored only for them. */
  owner: string
  /** The initial values of the form; null until they are known. */
  start: BlockNumbersValues | null
  onClose: () => void
  onBlocked: (summary: BlockSummary) => void
  onNotify: (notification: Notification) => void
}

/**
 * The form that blocks numbers, in a drawer next to the list. It keeps the input when it closes.
 */
export function BlockNumbersDrawer({ isOpen, start, onClose, ...form }: BlockNumbersDrawerProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <NumbersDrawer title={messages.blockNumbers} isOpen={isOpen} isBusy={isBusy} onClose={onClose}>
      {start && (
        <>
          <BlockNumbersForm {...form} start={start} onCancel={onClose} onBusy={setIsBusy} />
          <FocusAfterClosing />
        </>
      )}
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
): BlockNumbersValues {
  const [partner, ...others] = entities?.partner ?? []
  const onlyPartner = context === 'partner' && others.length === 0 ? partner : undefined
  const entity = shown ?? onlyPartner
  return {
    entity_context_name: context,
    entity: { name: entity?.name ?? '', reference: entity?.reference ?? '' },
    // The number of a call includes its country code.
    texts: [number === '' ? '' : `+${number}`],
    included: number === '' ? [] : [`+${number}`],
    defaultCountry: DEFAULT_COUNTRY.code,
  }
}
