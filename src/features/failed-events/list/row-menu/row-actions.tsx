import { IconDots } from '@tabler/icons-react'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import button from '../../../../ui/row-button.module.css'
import type { EventRow } from '../../../event/event-row.ts'
import { lazyPart } from '../../../request-errors/lazy-part.tsx'
import type { RowMenuPlace } from './row-menu.tsx'

const RowMenu = lazyPart(() => import('./row-menu.tsx'), {
  overPage: { onClose: ({ onClose }) => onClose(), isOpen: ({ isOpen }) => isOpen },
})

const OpenMenuContext = createContext<(row: EventRow, button: HTMLElement) => void>(() => {})

/** The rare actions of all rows of a list share one menu, which is loaded when it first opens. */
export function RowActions({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<RowMenuPlace | null>(null)
  // The same function each time: another one would draw the buttons of all rows again.
  const open = useCallback(
    (row: EventRow, pressed: HTMLElement) =>
      setPlace(old => ({ row, button: pressed, isOpen: !(old?.isOpen && old.button === pressed) })),
    [],
  )
  return (
    <OpenMenuContext value={open}>
      {children}
      {place !== null && (
        <RowMenu {...place} onClose={() => setPlace({ ...place, isOpen: false })} />
      )}
    </OpenMenuContext>
  )
}

/** Opens the row's menu. A plain button, because rows are drawn a hundred at a time. */
export function RowMenuButton({ row }: { row: EventRow }) {
  const open = use(OpenMenuContext)
  return (
    <button
      type="button"
      className={button.button}
      data-icon
      aria-haspopup="menu"
      // It names the button. As a label, any company's name would be found by those who look for a field.
      title={`More actions for ${row.name}`}
      onClick={({ currentTarget }) => open(row, currentTarget)}
    >
      {DOTS}
    </button>
  )
}

const DOTS = <IconDots size={16} aria-hidden />
