import { isContainer, type JsonNodes } from './json-nodes.ts'

/** Which values of a tree are expanded: the default, all or none, except those that a person toggled. */
export type Unfolding = { rest: 'usual' | 'all' | 'none'; turned: ReadonlySet<number> }

export const AS_USUAL: Unfolding = { rest: 'usual', turned: new Set() }

/** Browsers limit the height of an element, and nobody reads more rows. */
export const MAX_ROWS = 200_000

/** The default: a quick overview. */
const USUAL_DEPTH = 8
const USUAL_CHILDREN = 100

export function isExpanded(nodes: JsonNodes, node: number, { rest, turned }: Unfolding): boolean {
  const isOpen =
    rest === 'usual'
      ? (nodes.depth[node] ?? 0) < USUAL_DEPTH &&
        (node === 0 || (nodes.children[node] ?? 0) <= USUAL_CHILDREN)
      : rest === 'all'
  return isOpen !== turned.has(node)
}

/** The visible values, from the top. */
export function jsonRows(nodes: JsonNodes, unfolding: Unfolding): number[] {
  const rows: number[] = []
  let node = 0
  while (node < nodes.start.length && rows.length < MAX_ROWS) {
    rows.push(node)
    node = isExpanded(nodes, node, unfolding) ? node + 1 : (nodes.after[node] ?? node + 1)
  }
  return rows
}

export function turn(unfolding: Unfolding, node: number): Unfolding {
  const turned = new Set(unfolding.turned)
  if (!turned.delete(node)) turned.add(node)
  return { ...unfolding, turned }
}

/** Expands all parents of `node`. */
export function uncover(nodes: JsonNodes, unfolding: Unfolding, node: number): Unfolding {
  const turned = new Set(unfolding.turned)
  for (let at = nodes.parent[node] ?? -1; at >= 0; at = nodes.parent[at] ?? -1) {
    if (!isExpanded(nodes, at, unfolding) && !turned.delete(at)) turned.add(at)
  }
  return { ...unfolding, turned }
}

/** Counting stops here, because a search with more results is too broad. */
export const MAX_FOUND = 1_000

/** The values whose name or text contains `wanted`, in any case. */
export function findInJson(nodes: JsonNodes, wanted: string): number[] {
  const text = wanted.trim().toLowerCase()
  const found: number[] = []
  if (text === '') return found
  for (let node = 0; node < nodes.start.length && found.length < MAX_FOUND; node++) {
    if (ownText(nodes, node).toLowerCase().includes(text)) found.push(node)
  }
  return found
}

/** The name and the value, without its children. */
function ownText(nodes: JsonNodes, node: number): string {
  const start = nodes.start[node] ?? 0
  const name = nodes.name[node] ?? -1
  const end = isContainer(nodes, node) ? start : (nodes.end[node] ?? start)
  const text = nodes.text.slice(name < 0 ? start : name, end)
  return text.includes('\\') ? unescaped(text) : text
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_all, sign: string) =>
    sign.length > 1
      ? String.fromCharCode(Number.parseInt(sign.slice(1), 16))
      : (CONTROLS[sign] ?? sign),
  )
}

const ESCAPE = /\\(u[0-9a-fA-F]{4}|.)/g
const CONTROLS: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
