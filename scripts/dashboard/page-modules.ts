import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const ROUTES = join(import.meta.dirname, '../../src/routes')

/** What rolldown knows of a module, as far as it matters here. */
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type GetModuleInfo = (id: string) => ModuleInfo | null

/** A page of the dashboard and the modules that its route loads dynamically. */
export type PageModules = {
  /** As in an address, such as /replays/:runId. */
  path: string
  /** Whether it is shown only to somebody who is signed in. */
  isSignedIn: boolean
  entries: string[]
}

/** Every page, read from the names of the routes' files and from what they import. */
export function pageModules(getModuleInfo: GetModuleInfo): PageModules[] {
  return readdirSync(ROUTES).flatMap(file => {
    const entries = [...(getModuleInfo(join(ROUTES, file))?.dynamicallyImportedIds ?? [])]
    const name = file.replace(/\.tsx$/, '').replace(/^_signed-in(\.|$)/, '')
    if (entries.length === 0) return []
    const parts = name.split('.').filter(part => part !== 'index')
    const path = `/${parts.map(part => part.replace('$', ':')).join('/')}`
    return [{ path, isSignedIn: file.startsWith('_signed-in'), entries }]
  })
}

/**
 * Our own modules that come with `entries`, themselves included. Packages are left out: their barrels
 * import much that nobody uses, and the bundler knows what is used.
 */
export function modulesWith(entries: string[], getModuleInfo: GetModuleInfo): Set<string> {
  const found = new Set(entries)
  for (const id of found) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) {
      if (!imported.includes('/node_modules/')) found.add(imported)
    }
  }
  return found
}
