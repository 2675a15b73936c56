import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/pages/page.ts'
import { errorShape, formatAnswer } from '../answer-messages.ts'
import { differs, type Finding, fails, gathered, holds, unseen } from '../finding.ts'
import {
  BLOCKLIST,
  COMPANIES,
  CONTACTS,
  FAILED_AI_EVENTS,
  FAILED_CALLS,
  FULL_PAGE,
  type List,
  pathOf,
} from '../lists.ts'
import type { Probing, Section } from '../probing.ts'
import { formatListAnswer, type ListAnswer, type ListPage, readList } from '../read-list.ts'
import { nextByLink, pageLinks } from './page-links.ts'

/** docs/interface.md, "Pagination envelope" and "Pagination parameters". */
export const pagination: Section = {
  title: 'Pagination',
  async check(probing) {
    const findings: Finding[] = []
    for (const list of [FAILED_CALLS, FAILED_AI_EVENTS, BLOCKLIST, COMPANIES, CONTACTS]) {
      const first = await ask(probing, list, FULL_PAGE)
      // The section of the list reports what it returns instead.
      if (first.kind !== 'page') continue
      findings.push({ ...envelope(first), where: list.path })
      // Without the envelope, there is nothing to check.
      if (first.problems !== null) continue
      const ofList = [
        await defaultSize(probing, list),
        await sizeCap(probing, list),
        // Where pages have no numbers, there is no last one to ask for.
        ...(nextByLink(first) === null
          ? [...(await lastPage(probing, list, first)), await beyondLast(probing, list, first)]
          : []),
        ...(await pageLinks(probing, list, first)),
      ]
      findings.push(...ofList.map(finding => ({ ...finding, where: list.path })))
    }
    if (findings.length === 0) return [unseen('Pages', 'No list could be read that has any.')]
    return [...gathered(findings), ...gathered(await oddPages(probing))]
  },
}

function envelope({ problems }: ListPage): Finding {
  const what = 'A page has count, next, previous and results'
  if (problems === null) return holds(what)
  return differs(what, {
    found: problems,
    dashboard:
      'Reads as far as the count or next leads, and without them as far as there are rows.',
  })
}

async function ask(
  { service, quote, ...probing }: Probing,
  list: List,
  query: Record<string, string>,
): Promise<ListAnswer> {
  return readList(await service.get(pathOf(list, probing, query)), quote)
}

async function defaultSize(probing: Probing, list: List): Promise<Finding> {
  const what = `A page has ${DEFAULT_PAGE_SIZE} rows where no size is asked for`
  const page = await ask(probing, list, {})
  const dashboard = 'Always asks for a size.'
  if (page.kind !== 'page') {
    return differs(what, { found: formatListAnswer(page), dashboard })
  }
  const rows = page.items.length
  if (page.count < DEFAULT_PAGE_SIZE && rows === page.count)
    return unseen(what, 'It has fewer rows.')
  return rows === DEFAULT_PAGE_SIZE
    ? holds(what)
    : differs(what, { found: `${rows} rows`, dashboard })
}

async function sizeCap(probing: Probing, list: List): Promise<Finding> {
  const what = `A larger page_size is taken for the most that is allowed, ${MAX_PAGE_SIZE} or fewer`
  const page = await ask(probing, list, { page: '1', page_size: '1000' })
  if (page.kind !== 'page') {
    return differs(what, {
      found: formatListAnswer(page),
      dashboard: `Never asks for more than ${MAX_PAGE_SIZE}.`,
    })
  }
  const rows = page.items.length
  if (rows > MAX_PAGE_SIZE) {
    return differs(what, {
      found: `${rows} rows`,
      dashboard: `Never asks for more than ${MAX_PAGE_SIZE}.`,
    })
  }
  if (rows === page.count) return unseen(what, 'It has fewer rows.')
  return holds(what, rows < MAX_PAGE_SIZE ? { found: `at most ${rows}` } : {})
}

/** Checks that `count` is right and that the last page has no next. */
async function lastPage(probing: Probing, list: List, first: ListPage): Promise<Finding[]> {
  const counted = 'count is the number of all rows'
  const ends = 'next is null on the last page, and only there'
  const size = first.items.length
  if (first.count > 0 && size === 0) {
    const dashboard = 'Says that the service contradicts itself, instead of “nothing found”.'
    return [fails(counted, { found: `count is ${first.count}, and there are no rows`, dashboard })]
  }
  if (first.next === null && size < first.count) {
    const dashboard = 'Takes the first page for the last: the other rows are never shown.'
    return [fails(ends, { found: `no next after ${size} of ${first.count} rows`, dashboard })]
  }
  const number = Math.max(1, Math.ceil(first.count / Math.max(1, size)))
  const last = number === 1 ? first : await ask(probing, list, { ...FULL_PAGE, page: `${number}` })
  if (last.kind !== 'page') {
    const dashboard = 'Steps back to the last page there is; how many it names is wrong.'
    return [
      differs(counted, {
        found: `page ${number}, which should be the last: ${formatListAnswer(last)}`,
        dashboard,
      }),
    ]
  }
  const rows = last.items.length
  const due = last.count - (number - 1) * size
  return [
    rows === due
      ? holds(counted)
      : differs(counted, {
          found: `${rows} rows on page ${number} instead of ${due}`,
          dashboard: 'Shows the count as it came, and the rows that there are.',
        }),
    last.next === null
      ? holds(ends)
      : differs(ends, {
          found: `page ${number}, the last, names a next one`,
          dashboard: 'Offers Next there, and then steps back.',
        }),
  ]
}

async function beyondLast(probing: Probing, list: List, first: ListPage): Promise<Finding> {
  const what = 'A page beyond the last is a 404 with a Detail body'
  const { service, quote } = probing
  // Far enough that rows which come in the meantime can't make it.
  const page = Math.ceil(first.count / Math.max(1, first.items.length)) + 10
  const answer = await service.get(pathOf(list, probing, { ...FULL_PAGE, page: `${page}` }))
  if (answer.status === 404 && errorShape(answer.json) === 'Detail') return holds(what)
  const found = formatAnswer(answer, quote)
  if (answer.status === 404) return differs(what, { found, dashboard: 'Goes by the status.' })
  const read = readList(answer, quote)
  if (read.kind === 'page') {
    return differs(what, {
      found: read.items.length === 0 ? 'a page without rows' : 'the rows of another page',
      dashboard:
        read.items.length === 0
          ? 'Takes it for a page that has gone, and steps back to the last one.'
          : 'Goes only where next leads, and shows what it is given.',
    })
  }
  const dashboard = 'Shows an error where the list has become shorter, instead of stepping back.'
  return differs(what, { found, dashboard })
}

/** What the interface doesn't say, of one list that has pages. */
async function oddPages(probing: Probing): Promise<Finding[]> {
  const { service, quote } = probing
  const of = async (query: Record<string, string>) => {
    const answer = await service.get(pathOf(FAILED_CALLS, probing, query))
    return answer.status === 200 ? '200' : formatAnswer(answer, quote)
  }
  const what = (query: string) => `${query} (left open)`
  return [
    holds(what('page_size=0'), { found: await of({ page_size: '0' }) }),
    holds(what('page=0'), { found: await of({ page: '0' }) }),
    holds(what('page=abc'), { found: await of({ page: 'abc' }) }),
    holds(what('page=last'), { found: await of({ page: 'last' }) }),
  ]
}
