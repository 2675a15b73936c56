import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '../../format/numbers.ts'
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
import { decoded, isContainer, nameOf, rawText, shownJson } from './json-nodes.ts'
import { JsonSearch } from './json-search.tsx'
import classes from './json-view.module.css'
import * as messages from './messages.ts'

/** Deeper rows are not indented further, because they would leave the box. */
const DEEPEST_INDENT = 16

const INDENT_PX = 14

const MAX_TEXT_LENGTH = 1_000

type JsonRowProps = { nodes: JsonNodes; node: number; isOpen: boolean; onTurn: () => void }

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

/** One value of a tree. An object or array shows the number of its children. */
function JsonRow({ nodes, node, isOpen, onTurn }: JsonRowProps) {
  const depth = nodes.depth[node] ?? 0
  const children = nodes.children[node] ?? 0
  return (
    <div
      className={classes.line}
      style={{ paddingInlineStart: INDENT_PX * Math.min(depth, DEEPEST_INDENT) }}
    >
      {depth > DEEPEST_INDENT && <span className={classes.level}>{messages.level(depth + 1)}</span>}
      {children > 0 ? (
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={onTurn}>
          <IconChevronRight size={13} aria-hidden />
          <Name nodes={nodes} node={node} />
          <span className={classes.count}>{formatSize(nodes, node)}</span>
        </button>
      ) : (
        <span className={classes.leaf}>
          <Name nodes={nodes} node={node} />
          <Value nodes={nodes} node={node} />
        </span>
      )}
    </div>
  )
}

function Name({ nodes, node }: { nodes: JsonNodes; node: number }) {
  const name = nameOf(nodes, node)
  if (name !== null) {
    return (
      <>
        <span data-kind="name">{shortText(name)}</span>
        {': '}
      </>
    )
  }
  return node === 0 ? null : (
    <span data-kind="place">{formatNumber((nodes.place[node] ?? 0) + 1)}. </span>
  )
}

function Value({ nodes, node }: { nodes: JsonNodes; node: number }) {
  const raw = rawText(nodes, node)
  if (isContainer(nodes, node)) return <span>{raw.startsWith('[') ? '[ ]' : '{ }'}</span>
  if (!raw.startsWith('"')) return <span data-kind="value">{raw.slice(0, MAX_TEXT_LENGTH)}</span>
  const text = decoded(raw)
  return (
    <>
      <span data-kind="text">{shortText(text)}</span>
      {text.length > MAX_TEXT_LENGTH && (
        <span className={classes.count}>
          {' '}
          {messages.moreCharacters(text.length - MAX_TEXT_LENGTH)}
        </span>
      )}
    </>
  )
}

function shortText(text: string): string {
  return shownJson(JSON.stringify(text.slice(0, MAX_TEXT_LENGTH)))
}

function formatSize(nodes: JsonNodes, node: number): string {
  const count = nodes.children[node] ?? 0
  const isList = nodes.text.charAt(nodes.start[node] ?? 0) === '['
  return isList ? messages.entries(count) : messages.fields(count)
}
