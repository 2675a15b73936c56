import { type ReactNode, useDeferredValue, useLayoutEffect, useRef } from 'react'

/** As many as most screens show. */
const FIRST_ROWS = 14

/**
 * Draws the rows that are in sight at once, and the others right after: a hundred rows take longer
 * than a press on Next may. Meanwhile it keeps its height, so that nothing moves.
 */
export function FirstRowsFirst<Row>({
  rows,
  children,
}: {
  rows: Row[]
  children: (rows: Row[]) => ReactNode
}) {
  const drawn = useDeferredValue(rows)
  const isWhole = drawn === rows
  const frame = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (frame.current === null) return
    if (isWhole) height.current = frame.current.offsetHeight
    frame.current.style.minHeight = isWhole ? '' : `${height.current}px`
  }, [isWhole])
  return <div ref={frame}>{children(isWhole ? rows : rows.slice(0, FIRST_ROWS))}</div>
}
