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

/**
 * The pages that people open first, the most important one first. Each has two files: what other parts
 * use as well, and what it alone uses. Of anything else the bundler decides.
 */
const MAIN_PAGES = [
  { path: '/failed-calls', shared: 'shared', own: 'list' },
  { path: '/', shared: 'overview-shared', own: 'overview' },
  { path: '/blocklist', shared: 'blocklist-shared', own: 'blocklist' },
]

/**
 * In the order in which they take their modules: each takes what its modules import along with them,
 * unless that was taken before.
 */
const CHUNKS = [
  ...['shared', 'list', 'components', 'overlays', 'range', 'after-rows'],
  ...['overview-shared', 'overview', 'blocklist-shared', 'blocklist'],
]

const inPackages = (...paths: string[]) => new RegExp(`/node_modules/(${paths.join('|')})/`)

/**
 * Packages that every page but the lists begins with, and those of what opens over a page. The bundler
 * would put them into the first chunk that imports them, or into dozens of files.
 */
const PACKAGES = new Map([
  [
    'components',
    inPackages(
      '@mantine/core/esm/core',
      '@mantine/core/esm/components/(Button|CloseButton|Loader|Transition|UnstyledButton)',
      '@mantine/hooks/esm/use-(did-update|id|merged-ref|reduced-motion|throttled-value|uncontrolled)',
      '@tanstack/(query-core|react-query)',
    ),
  ],
  [
    'overlays',
    inPackages(
      '@mantine/core/esm/components/(Drawer|FocusTrap|Modal|ModalBase|Overlay|Portal|ScrollArea)',
      'react-remove-scroll',
    ),
  ],
])

/** The priority of what every page begins with, which is above that of all `CHUNKS`. */
const FIRST = CHUNKS.length + 3

/** The packages that draw every page (src/framework.ts). */
const FRAMEWORK =
  /\/(src\/(framework|before-all|trusted-types)\.ts|node_modules\/(zod|react|react-dom|scheduler|@tanstack)\/)/

/** What index.html loads. It is not part of a larger file, because importing that file would run it. */
const [DOCUMENT, MAIN] = [join(SRC, '../index.html'), join(SRC, 'main.ts')]

/**
 * What every page begins with: what `MAIN` imports, then the packages that draw pages, and then the rest. It loads these
 * two itself.
 */
export function baseChunks() {
  let modules: Set<string> | null = null
  const isInMain = (id: string, context: Context) => {
    modules ??= modulesWith([MAIN], other => context.getModuleInfo(other))
    return modules.has(id)
  }
  const isLoader = (id: string) => id === MAIN || id.startsWith(DOCUMENT)
  const tags = ['$initial' as const]
  return [
    {
      name: (id: string, context: Context) =>
        isInMain(id, context) && !isLoader(id) ? 'first' : null,
      debugName: 'first',
      tags,
      priority: FIRST,
    },
    { name: 'framework', test: FRAMEWORK, tags, priority: FIRST - 1 },
    {
      name: (id: string) => (isLoader(id) ? null : 'base'),
      debugName: 'base',
      tags,
      priority: FIRST - 2,
    },
  ]
}

/**
 * The files of the main pages beside the base. What the lists of failed events load after their rows is
 * in two more (`range` and `after-rows`).
 */
export function pageChunks() {
  let plan: Map<string, string> | null = null
  const chunkOf = (id: string, context: Context) => {
    plan ??= planChunks(other => context.getModuleInfo(other))
    return plan.get(id)
  }
  return CHUNKS.map((chunk, index) => ({
    name: (id: string, context: Context) =>
      chunkOf(id, context) === chunk || PACKAGES.get(chunk)?.test(id) ? chunk : null,
    debugName: chunk,
    priority: CHUNKS.length - index,
  }))
}

function planChunks(getModuleInfo: Context['getModuleInfo']): Map<string, string> {
  const pages = pageModules(getModuleInfo)
  const parts = [...loadedParts(pages, getModuleInfo)].map(part => ({
    part,
    modules: modulesWith([part], getModuleInfo),
  }))
  const plan = new Map<string, string>()
  const add = (entries: string[], shared: string, own: string) => {
    const usedElsewhere = new Set(
      parts.flatMap(({ part, modules }) => (entries.includes(part) ? [] : [...modules])),
    )
    for (const id of modulesWith(entries, getModuleInfo)) {
      if (!plan.has(id)) plan.set(id, usedElsewhere.has(id) ? shared : own)
    }
  }
  for (const { path, shared, own } of MAIN_PAGES) {
    const page = pages.find(other => other.path === path)
    if (page === undefined) throw new Error(`There is no page ${path} to build`)
    add(page.entries, shared, own)
    // Other pages use parts of these, too.
    if (own === 'list') add(AFTER_ROWS, 'range', 'after-rows')
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
