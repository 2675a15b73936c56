import { type RefObject, useRef, useSyncExternalStore } from 'react'

/** The keyboard focus, an open popover, and a button whose menu is open. */
const USED = ':focus-visible, :popover-open, [aria-expanded="true"]'

/**
 * The order of rows that change by themselves. It lasts as long as a person uses something in one of them: the row
 * would move away, and the browser closes a popover when its element moves.
 *
 * @param rows their parent
 * @param by what the person sorts by, which applies at once
 */
export function useLastingOrder<Order>(
  rows: RefObject<HTMLElement | null>,
  latest: Order,
  by?: string,
): Order {
  const shown = useRef({ order: latest, by })
  const isUsed = useSyncExternalStore(
    onUse,
    () =>
      rows.current?.querySelector(USED) != null || document.querySelector('dialog[open]') !== null,
  )
  if (!isUsed || shown.current.by !== by) shown.current = { order: latest, by }
  return shown.current.order
}

function onUse(change: () => void): () => void {
  const unlessItMoves = ({ relatedTarget }: FocusEvent) => relatedTarget === null && change()
  document.addEventListener('focusin', change)
  document.addEventListener('focusout', unlessItMoves)
  // These events don't bubble.
  document.addEventListener('toggle', change, true)
  document.addEventListener('close', change, true)
  return () => {
    document.removeEventListener('focusin', change)
    document.removeEventListener('focusout', unlessItMoves)
    document.removeEventListener('toggle', change, true)
    document.removeEventListener('close', change, true)
  }
}

/** Puts rows into an order of ids. Rows whose ids it lacks come last. */
export function inOrder<Row>(
  rows: Row[],
  idOf: (row: Row, index: number) => string,
  order: string[],
): Row[] {
  const places = new Map(order.map((id, place) => [id, place]))
  return rows
    .map((row, index) => ({ row, place: places.get(idOf(row, index)) ?? order.length }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row)
}
