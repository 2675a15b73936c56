import { join } from 'node:path'
import { modulesWith, type PageModules, pageModules } from './page-modules.ts'

type Context = { getModuleInfo: Parameters<typeof pageModules>[0] }

const SRC = join(import.meta.dirname, '../../src')

/** The parts that the lists of failed events load after their rows. */
const AFTER_ROWS = [
  'features/failed-events-page/filters/counted-state-filter.tsx',
  'features/failed-events-page/histogram/histogram.tsx',
  'features/failed-events/new-failures/new-failures.tsx',
].map(path => join(SRC, path))

/** The page whose first row counts most (docs/decisions/0050). */
const MAIN_PAGE = '/failed-calls'

/**
 * In the order in which they take their modules: each takes what its modules import along with them,
 * unless that was taken before.
 */
const CHUNKS = ['shared', 'list', 'range', 'after-rows'] as const
type Chunk = (typeof CHUNKS)[number]

/** The packages that the first rows need. */
const FIRST_ROWS_PACKAGES = /\/node_modules\/(zod\/|react\/(cjs\/)?(react-)?jsx-runtime)/

/** The packages that draw every page (src/framework.ts). */
const FRAMEWORK = /\/(src\/framework\.ts|node_modules\/(react|react-dom|scheduler|@tanstack)\/)/

/** What index.html loads. It is not part of a larger file, because importing that file would run it. */
const [DOCUMENT, MAIN] = [join(SRC, '../index.html'), join(SRC, 'main.ts')]

/**
 * What every page begins with: first what shows the first rows of a list, which is all that `MAIN`
 * imports, then the packages that draw pages, and then the rest. It loads these two itself.
 */
export function baseChunks() {
  let modules: Set<string> | null = null
  const isForFirstRows = (id: string, context: Context) => {
    modules ??= modulesWith([MAIN], other => context.getModuleInfo(other))
    return modules.has(id) || FIRST_ROWS_PACKAGES.test(id)
  }
  const isLoader = (id: string) => id === MAIN || id.startsWith(DOCUMENT)
  const tags = ['$initial' as const]
  return [
    {
      name: (id: string, context: Context) =>
        isForFirstRows(id, context) && !isLoader(id) ? 'first-rows' : null,
      debugName: 'first-rows',
      tags,
      priority: 10,
    },
    { name: 'framework', test: FRAMEWORK, tags, priority: 9 },
    { name: (id: string) => (isLoader(id) ? null : 'base'), debugName: 'base', tags, priority: 8 },
  ]
}

/**
 * The files that the lists of failed events consist of, beside the base: what other parts use as well
 * (`shared`), and what they alone use (`list`). What they load after their rows is in two more
 * (`range` and `after-rows`). Of anything else the bundler decides.
 */
export function pageChunks() {
  let plan: Map<string, Chunk> | null = null
  const chunkOf = (id: string, context: Context) => {
    plan ??= planChunks(other => context.getModuleInfo(other))
    return plan.get(id)
  }
  return CHUNKS.map((chunk, index) => ({
    name: (id: string, context: Context) => (chunkOf(id, context) === chunk ? chunk : null),
    debugName: chunk,
    priority: CHUNKS.length - index,
  }))
}

function planChunks(getModuleInfo: Context['getModuleInfo']): Map<string, Chunk> {
  const pages = pageModules(getModuleInfo)
  const list = pages.find(({ path }) => path === MAIN_PAGE)
  if (list === undefined) throw new Error(`There is no page ${MAIN_PAGE} to build`)
  const ofList = modulesWith(list.entries, getModuleInfo)
  const afterRows = modulesWith(AFTER_ROWS, getModuleInfo)
  const usedElsewhere = new Set<string>()
  const usedByOthers = new Set<string>()
  for (const part of loadedParts(pages, getModuleInfo)) {
    const modules = modulesWith([part], getModuleInfo)
    if (!list.entries.includes(part)) for (const id of modules) usedElsewhere.add(id)
    if (!AFTER_ROWS.includes(part)) for (const id of modules) usedByOthers.add(id)
  }
  const plan = new Map<string, Chunk>()
  for (const id of ofList) plan.set(id, usedElsewhere.has(id) ? 'shared' : 'list')
  for (const id of afterRows) {
    if (!ofList.has(id)) plan.set(id, usedByOthers.has(id) ? 'range' : 'after-rows')
  }
  return plan
}

/** Every module that is loaded dynamically, beginning with those that the routes load. */
function loadedParts(pages: PageModules[], getModuleInfo: Context['getModuleInfo']): Set<string> {
  const parts = new Set(pages.flatMap(({ entries }) => entries))
  for (const part of parts) {
    for (const id of modulesWith([part], getModuleInfo)) {
      for (const loaded of getModuleInfo(id)?.dynamicallyImportedIds ?? []) parts.add(loaded)
    }
  }
  return parts
}
