import { isRecord } from './json-inside.ts'

/* Services that don't call their items `results` have names of their own around them. */

/** A list with such a name is not a list of items. */
const OTHER_LISTS = /error|warning/i

/** The name of the member with the items: `results`, or that of the only list. */
export function listName(members: Iterable<[name: string, isList: boolean]>): string {
  const lists: string[] = []
  for (const [name, isList] of members) {
    if (name === 'results') return name
    if (isList && !OTHER_LISTS.test(name)) lists.push(name)
  }
  const [only, other] = lists
  return only === undefined || other !== undefined ? 'results' : only
}

const COUNT = /^(count|total|total_?(count|results|items))$/i
const PAGES = /^(total_?pages|max_?page|last_?page|page_?count)$/i
const AROUND_NUMBERS = /^(meta|metadata|pagination|paging)$/i

/** Whether a member with this name may say how long the list is or where its next page is. */
export function isAboutList(name: string): boolean {
  return [COUNT, PAGES, AROUND_NUMBERS, /^(next|previous)$/].some(names => names.test(name))
}

/** The answer with the names of docs/interface.md, and with `pages`, the number of its last page. */
export function standardEnvelope(answer: unknown): unknown {
  if (!isRecord(answer) || 'results' in answer) return answer
  const members = Object.entries(answer)
  const numbers = members.flatMap(([name, value]) =>
    AROUND_NUMBERS.test(name) && isRecord(value) ? Object.entries(value) : [[name, value] as const],
  )
  const find = (names: RegExp) => numbers.find(([name]) => names.test(name))?.[1]
  const list = listName(members.map(([name, value]) => [name, Array.isArray(value)]))
  return { ...answer, results: answer[list], count: find(COUNT), pages: find(PAGES) }
}
