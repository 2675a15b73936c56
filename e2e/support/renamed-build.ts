import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')
const COMPRESSED = /\.(gz|br)$/
/** Matches possible file names. One search for all names blocks the test's server for the shortest time. */
const FILE_NAME = /[\w.-]+\.(js|css|svg|png|woff2)\b/g

/** The dashboard as another deployment builds it: the same pages, with other file names. */
export function renamedBuild(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'redial-build-'))
  cpSync(DIST, folder, { recursive: true, filter: file => !COMPRESSED.test(file) })
  const assets = join(folder, 'assets')
  const names = readdirSync(assets)
  const oldNames = new Set(names)
  const renamed = (name: string) => name.replace(/\.(\w+)$/, 'x.$1')
  const pages = ['index.html', '.vite/manifest.json'].map(name => join(folder, name))
  const files = [...pages, ...names.map(name => join(assets, name))]
  for (const file of files.filter(file => /\.(html|json|js|css)$/.test(file))) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replaceAll(FILE_NAME, name => (oldNames.has(name) ? renamed(name) : name)),
    )
  }
  for (const name of names) renameSync(join(assets, name), join(assets, renamed(name)))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
