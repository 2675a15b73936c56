import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Manifest = z.object({
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().optional() }))
    .default({}),
})

/**
 * The development dependencies whose code is in the built dashboard: the packages that `src` imports,
 * and their peer dependencies.
 */
export function bundledPackages(root: string, devDependencies: string[]): string[] {
  const known = new Set(devDependencies)
  const waiting = importsBelow(join(root, 'src')).filter(name => known.has(name))
  const bundled = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (bundled.has(name)) continue
    bundled.add(name)
    waiting.push(...neededPeers(root, name).filter(peer => known.has(peer)))
  }
  return [...bundled]
}

function importsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap(file => [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)])
    .map(([, name = '']) => name)
}

/** Matches the package's name in `from 'name/part'` or `import('name')`. */
const IMPORT = /(?:from|import|import\()\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g

function neededPeers(root: string, name: string): string[] {
  const file = join(root, 'node_modules', name, 'package.json')
  if (!existsSync(file)) return []
  const { peerDependencies, peerDependenciesMeta } = Manifest.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  return Object.keys(peerDependencies).filter(peer => !peerDependenciesMeta[peer]?.optional)
}
