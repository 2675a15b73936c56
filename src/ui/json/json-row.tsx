import { IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../../format/numbers.ts'
import { decoded, isContainer, type JsonNodes, nameOf, rawText, shownJson } from './json-nodes.ts'
import classes from './json-view.module.css'
import * as messages from './messages.ts'

/** Deeper rows are not indented further, because they would leave the box. */
const DEEPEST_INDENT = 16
const INDENT_PX = 14
const MAX_TEXT_LENGTH = 1_000
type JsonRowProps = { nodes: JsonNodes; node: number; isOpen: boolean; onTurn: () => void }

/** One value of a tree. An object or array shows the number of its children. */
export function JsonRow({ nodes, node, isOpen, onTurn }: JsonRowProps) {
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
