import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  AS_USUAL,
  isExpanded,
  jsonRows,
  MAX_ROWS,
  turn,
  type Unfolding,
  uncover,
} from './json-expansion.ts'
import type { JsonNodes } from './json-nodes.ts'
import { JsonRow } from './json-row.tsx'
import { JsonSearch } from './json-search.tsx'
import classes from './json-view.module.css'
import * as messages from './messages.ts'

/** Less than this is seen at once. */
const WORTH_SEARCHING = 12
const ROW_HEIGHT = 24

/** The values of a JSON text as a searchable tree. Only visible rows are rendered. */
export function JsonTree({ nodes, label }: { nodes: JsonNodes; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [unfolding, setUnfolding] = useState<Unfolding>(AS_USUAL)
  const [current, setCurrent] = useState<number | null>(null)
  const rows = useMemo(() => jsonRows(nodes, unfolding), [nodes, unfolding])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => rows[index] ?? index,
    overscan: 40,
  })

  const show = (node: number) => {
    const next = uncover(nodes, unfolding, node)
    // The row has to exist before the page can scroll to it.
    flushSync(() => {
      setUnfolding(next)
      setCurrent(node)
    })
    box.current?.scrollIntoView({ block: 'nearest' })
    virtual.scrollToIndex(jsonRows(nodes, next).indexOf(node), { align: 'center' })
  }

  return (
    <>
      {nodes.start.length > WORTH_SEARCHING && (
        <div className={classes.tools}>
          <JsonSearch nodes={nodes} label={messages.searchIn(label)} onShow={show} />
          <Button
            size="xs"
            variant="subtle"
            onClick={() => setUnfolding({ rest: 'all', turned: new Set() })}
          >
            {messages.expandAll}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            onClick={() => setUnfolding({ rest: 'none', turned: new Set([0]) })}
          >
            {messages.collapseAll}
          </Button>
        </div>
      )}
      <section
        ref={box}
        className={classes.tree}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={messages.asTree(label)}
        translate="no"
      >
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const node = rows[index] ?? 0
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-current={node === current || undefined}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <JsonRow
                  nodes={nodes}
                  node={node}
                  isOpen={isExpanded(nodes, node, unfolding)}
                  onTurn={() => setUnfolding(turn(unfolding, node))}
                />
              </div>
            )
          })}
        </div>
      </section>
      {rows.length >= MAX_ROWS && <p className={classes.note}>{messages.treeEnds}</p>}
    </>
  )
}
