import { useIsMutating } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { sessionOwner } from '../../session/account-storage.ts'
import { useBlocklistSearch } from '../blocklist-search.ts'
import { type ChangeSummary, joinSummaries } from '../change/blocklist-change.ts'
import { BLOCKLIST_CHANGE } from '../change/use-blocklist-change.tsx'
import type { ShownEntity } from '../entity-matches.ts'
import * as messages from '../messages.ts'
import type { BlockedEntity } from '../records/blocked-entities.ts'
import { useBlocklistUndo } from '../unblock/unblock-history.tsx'

/** Loaded on demand, because it includes the table of all countries. */
const BlockNumbersForm = lazyPart(() => import('./block-numbers-form.tsx'))

const LOADING = <LoadingRows label="Loading…" rows={4} />

const signedIn = getRouteApi('/_signed-in')

type BlockNumbersDrawerProps = {
  isOpen: boolean
  onClose: () => void
  entities: BlockedEntity[] | null
  isLoading: boolean
  shown: ShownEntity | null
}

export default function BlockNumbersDrawer(props: BlockNumbersDrawerProps) {
  const { isOpen, onClose, entities, isLoading, shown } = props
  const { session } = signedIn.useRouteContext()
  const { search, onOpen } = useBlocklistSearch()
  const { context = 'company', block } = search
  // The caller of an event is blocked for the company of that call. If there are several entities, a person chooses.
  const isOnly = shown?.isOnly && search.view !== 'all' && block === undefined
  // An account usually has one partner, so the only known one is used.
  const [partner, ...others] = entities?.filter(one => one.context === 'partner') ?? []
  const onlyPartner = context === 'partner' && others.length === 0 ? partner : undefined
  const entity = shown?.isSelected || isOnly ? shown?.entity : onlyPartner
  const { say } = useBlocklistUndo()
  /** What was blocked since the form was opened. */
  const blocked = useRef<ChangeSummary[]>([])
  const onClosed = useEffectEvent(() => {
    if (blocked.current.length > 0) say(joinSummaries(blocked.current))
    blocked.current = []
  })
  // Back closes the form, too.
  useEffect(() => (isOpen ? () => onClosed() : undefined), [isOpen])
  const close = () => {
    const last = blocked.current.at(-1)
    // The numbers that were blocked last come first.
    if (last === undefined) onClose()
    else if (search.view === 'all') onOpen({ view: 'all', sort: '-at' }, { replace: true })
    else {
      const { context, reference } = last.entity
      onOpen({ context, entity: reference, sort: '-at' }, { replace: true })
    }
  }
  return (
    <SideDrawer
      title={messages.blockNumbers}
      isOpen={isOpen}
      returnFocus={false}
      // Numbers are being sent, and this drawer will show the outcome.
      isBusy={useIsMutating({ mutationKey: BLOCKLIST_CHANGE }) > 0}
      size={800}
      onClose={close}
    >
      {/* Before the form, which takes the focus. */}
      <FocusAfterClosing />
      <Suspense fallback={LOADING}>
        {isLoading ? (
          LOADING
        ) : (
          <BlockNumbersForm
            owner={`${sessionOwner(session)} ${block ?? ''}`}
            start={{ context: entity?.context ?? context, entity, number: block }}
            onClose={close}
            onBlocked={summary => void blocked.current.push(summary)}
          />
        )}
      </Suspense>
    </SideDrawer>
  )
}

/**
 * Returns the focus to what opened the form. If that is not on this page, the heading of the numbers gets the focus.
 * Mantine would return it to the heading of the page, which has it after a link from another page.
 */
function FocusAfterClosing() {
  useLayoutEffect(() => {
    const opener = document.activeElement
    // Once the drawer is removed, and the focus with it. That is a moment after its transition.
    return () =>
      focusIfLost({
        get current() {
          if (opener instanceof HTMLElement && opener.matches('main :is(a, button)')) return opener
          const headings = document.querySelectorAll<HTMLElement>('main :is(h1, h2)[tabindex="-1"]')
          return [...headings].findLast(heading => heading.getClientRects().length > 0) ?? null
        },
      })
  }, [])
  return null
}
