import { type RefObject, useRef, useSyncExternalStore } from 'react'

/**
 * The keyboard focus, an open popover, a button whose menu is open, and what is pressed: an element that moves before
 * the button of the mouse is released gets no click.
 */
const USED = ':focus-visible, :popover-open, [aria-expanded="true"], :active'

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
  return useLasting(latest, by, () => rows.current?.querySelector(USED) != null)
}

/**
 * The rows, and also the rows that left the list after a popover in one of them was opened. Otherwise the popover would
 * close: a person who takes a receiver in its popover also takes its row off the list of receivers that nobody has taken.
 *
 * @param of what they are the rows of, whose change applies at once
 */
export function useLastingRows<Row>(latest: Row[], idOf: (row: Row) => string, of: string): Row[] {
  const before = useLasting(latest, of, () => document.querySelector(IN_ROW) !== null)
  return before === latest ? latest : withGone(latest, before, idOf)
}

export function withGone<Row>(latest: Row[], before: Row[], idOf: (row: Row) => string): Row[] {
  const ids = new Set(latest.map(idOf))
  return [...latest, ...before.filter(row => !ids.has(idOf(row)))]
}

const IN_ROW = ':is(tr, li) :popover-open'

function useLasting<Value>(latest: Value, by: string | undefined, isUsed: () => boolean): Value {
  const shown = useRef({ value: latest, by })
  // A dialog that asks for a name closes the popover in which a person changed something, and opens it again.
  const lasts = useSyncExternalStore(
    onUse,
    () => isUsed() || document.querySelector('dialog[open]') !== null,
  )
  if (!lasts || shown.current.by !== by) shown.current = { value: latest, by }
  return shown.current.value
}

function onUse(change: () => void): () => void {
  // A closed dialog may open a popover again, and a click follows the release.
  const afterwards = () => setTimeout(change)
  const unlessItMoves = ({ relatedTarget }: FocusEvent) => relatedTarget === null && change()
  const watching = new AbortController()
  const { signal } = watching
  document.addEventListener('focusin', change, { signal })
  document.addEventListener('focusout', unlessItMoves, { signal })
  // These events don't bubble.
  document.addEventListener('toggle', change, { signal, capture: true })
  document.addEventListener('close', afterwards, { signal, capture: true })
  document.addEventListener('pointerup', afterwards, { signal })
  return () => watching.abort()
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
