import {
  FIRST_PAGE,
  isPlace,
  nextPlace,
  type PagePlace,
  pageQuery,
} from '../../contract/pages/page-place.ts'
import { differs, type Finding, fails, holds, unseen } from '../finding.ts'
import { FULL_PAGE, type List, pathOf } from '../lists.ts'
import type { Probing } from '../probing.ts'
import { formatListAnswer, type ListAnswer, type ListPage, readList } from '../read-list.ts'

/** Pages of one row, so that the second page has neighbours on both sides. */
const ONE_ROW = { page: '2', page_size: '1' }

/** Where `next` and `previous` lead, and whether another page has other rows. */
export async function pageLinks(probing: Probing, list: List, first: ListPage): Promise<Finding[]> {
  if (first.count < 3) return [unseen('next and previous', 'It has fewer than three rows.')]
  const { service, quote } = probing
  const after = nextByLink(first)
  if (after !== null) {
    const query = pageQuery(after, { page_size: FULL_PAGE.page_size })
    const path = pathOf(list, probing, Object.fromEntries(query))
    const second = readList(await service.get(path), quote)
    return [followedRows(first, second), ...linkFindings(probing, first.next)]
  }
  const second = readList(await service.get(pathOf(list, probing, ONE_ROW)), quote)
  if (second.kind !== 'page') {
    const found = formatListAnswer(second)
    const dashboard = 'Shows an error, or all rows as one page.'
    return [fails('A second page can be asked for', { found, dashboard })]
  }
  const { next, previous } = second
  if (second.items.length > 1) {
    const found = `${second.items.length} rows instead of 1`
    const dashboard = 'Measures the size on a full page, and goes by next.'
    return [
      differs('page_size is heeded', { found, dashboard }),
      ...linkFindings(probing, first.next),
    ]
  }
  return [otherRows(first, second), ...linkFindings(probing, next, previous, list)]
}

/** The page after the first one, where its link leads there by something other than its number. */
export function nextByLink({ next }: Pick<ListPage, 'next'>): PagePlace | null {
  const after = next === null ? null : nextPlace(next, FIRST_PAGE)
  return isPlace(after) && after.cursor !== undefined ? after : null
}

/** Of a service whose links lead to the next page by something other than its number. */
function followedRows(first: ListPage, second: ListAnswer): Finding {
  const what = 'Another page has other rows'
  if (second.kind !== 'page') {
    const dashboard = 'Shows an error instead of the second page.'
    return fails(what, { found: formatListAnswer(second), dashboard })
  }
  const rows = new Set(first.items.map(item => JSON.stringify(item)))
  if (!second.items.some(item => rows.has(JSON.stringify(item)))) return holds(what)
  return fails(what, {
    found: 'the page that next leads to has rows of the first one',
    dashboard: 'Shows a row twice, or says that the link leads back.',
  })
}

function otherRows(first: ListPage, second: ListPage): Finding {
  const what = 'Another page has other rows'
  const [row] = second.items.map(item => JSON.stringify(item))
  const rows = first.items.map(item => JSON.stringify(item))
  if (row === rows[1]) return holds(what)
  if (row === rows[0] && rows[0] !== rows[1]) {
    const dashboard = 'Shows the same rows on each page.'
    return fails(what, { found: 'the second row is that of the first page', dashboard })
  }
  return differs(what, {
    found: 'rows do not keep their places',
    dashboard:
      'May show a row twice or not at all, where pages are turned; a whole range is read until it is complete.',
  })
}

function linkFindings(
  probing: Probing,
  next: string | null,
  previous: string | null = null,
  list: List | null = null,
): Finding[] {
  const links = [next, previous].filter(link => link !== null)
  if (next === null) {
    const dashboard = 'Takes the page for the last one.'
    return [fails('next names the next page', { found: 'null before the last page', dashboard })]
  }
  return [
    numberOf(probing, next, list === null ? '2' : '3'),
    origin(probing, links),
    ...(list === null ? [] : [parameters(probing, links, list), previousPage(probing, previous)]),
  ]
}

function numberOf(probing: Probing, next: string, due: string): Finding {
  const what = 'next names the next page by its number'
  if (read(probing, next)?.searchParams.get('page') === due) return holds(what)
  const found = `it leads to ${probing.quote(next)}`
  if (nextByLink({ next }) !== null) {
    const dashboard = 'Follows the parameters of the link, and counts the pages itself.'
    return differs(what, { found, dashboard })
  }
  return fails(what, {
    found,
    dashboard: 'Says that the link leads nowhere, and cannot go to it.',
  })
}

function origin(probing: Probing, links: string[]): Finding {
  const what = 'next and previous are whole addresses of the service'
  const own = new URL(probing.baseUrl).origin
  const odd = links.find(link => URL.parse(link)?.origin !== own)
  if (odd === undefined) return holds(what)
  const target = URL.parse(odd)
  return differs(what, {
    found: target === null ? 'only a path' : `they lead to ${probing.quote(target.origin)}`,
    dashboard:
      'Takes the parameters from them and asks the service itself; no other host is called.',
  })
}

function parameters(probing: Probing, links: string[], { hasDays }: List): Finding {
  const what = 'next and previous keep every other parameter'
  const due = { page_size: ONE_ROW.page_size, ...(hasDays && probing.range) }
  const lost = Object.entries(due).filter(([name, value]) =>
    links.some(link => read(probing, link)?.searchParams.get(name) !== value),
  )
  if (lost.length === 0) return holds(what)
  return differs(what, {
    found: `they lose ${lost.map(([name]) => name).join(', ')}`,
    dashboard: 'Asks for each page with its own parameters.',
  })
}

function previousPage(probing: Probing, previous: string | null): Finding {
  const what = 'previous leads back'
  const page = previous === null ? null : (read(probing, previous)?.searchParams.get('page') ?? '1')
  if (page === '1') return holds(what)
  return differs(what, {
    found: previous === null ? 'null on the second page' : `to ${probing.quote(previous)}`,
    dashboard: 'Goes back by its own page numbers.',
  })
}

function read({ baseUrl }: Probing, link: string): URL | null {
  return URL.parse(link, `${baseUrl}/`)
}
