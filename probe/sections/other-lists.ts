import type * as z from 'zod/mini'
import {
  AvailableSource,
  Company,
  Contact,
  TrackingNumberPrefix,
} from '../../contract/directory.ts'
import { differs, type Finding, holds, unseen } from '../finding.ts'
import { COMPANIES, CONTACTS, FULL_PAGE, type List, PREFIXES, pathOf, SOURCES } from '../lists.ts'
import type { Probing, Section } from '../probing.ts'
import { formatListAnswer, readList } from '../read-list.ts'
import { shapeProblems } from '../shape-problems.ts'

const UNUSED = 'Does not use this list.'

type Entry = {
  list: List
  item: z.ZodMiniType
  /** What the dashboard does without the list, and with one that is otherwise than it should be. */
  missing: string
  otherwise: string
}

const DIRECTORY: Entry[] = [
  {
    list: COMPANIES,
    item: Company,
    missing: 'Suggests no companies: their references and names are typed by hand.',
    otherwise: 'Suggests those that have a reference, however they come.',
  },
  { list: CONTACTS, item: Contact, missing: UNUSED, otherwise: UNUSED },
  { list: SOURCES, item: AvailableSource, missing: UNUSED, otherwise: UNUSED },
  { list: PREFIXES, item: TrackingNumberPrefix, missing: UNUSED, otherwise: UNUSED },
]

/** docs/interface.md, "Other list endpoints named in the pagination convention". */
export const otherLists: Section = {
  title: 'Other list endpoints',
  async check(probing) {
    const findings: Finding[] = []
    for (const entry of DIRECTORY) findings.push(...(await listFindings(probing, entry)))
    return findings
  },
}

async function listFindings(probing: Probing, entry: Entry): Promise<Finding[]> {
  const { list, missing, otherwise } = entry
  const { service, quote } = probing
  const where = list.path
  const query = list.shape === 'page' ? FULL_PAGE : {}
  const read = readList(await service.get(pathOf(list, probing, query)), quote)
  const isPage = list.shape === 'page'
  const what = isPage ? 'It is answered with a page' : 'It is answered with a flat array'
  if (read.kind === 'none') return [differs(what, { where, found: read.why, dashboard: missing })]
  const isAsSaid = (read.kind === 'page') === isPage
  return [
    isAsSaid
      ? holds(what, { where, found: formatListAnswer(read) })
      : differs(what, { where, found: formatListAnswer(read), dashboard: otherwise }),
    items(read.items, entry),
  ]
}

/** The interface doesn't describe these items, but it identifies similar ones by name and reference. */
function items(read: unknown[], { list, item, otherwise }: Entry): Finding {
  const what = 'Items have a name to be known by (left open)'
  const where = list.path
  if (read.length === 0) return unseen(what, 'It is empty.', where)
  const found = shapeProblems(item, read)
  return found === null
    ? holds(what, { where })
    : differs(what, { where, found, dashboard: otherwise })
}
