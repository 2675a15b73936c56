import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates an npm package that contains PostgreSQL.
 *
 * @returns its name, for `packageName`, and the folder of its `bin`, `lib` and `share`
 */
export function testPackage(folder: string): { name: string; native: string } {
  const native = join(folder, 'native')
  mkdirSync(join(native, 'bin'), { recursive: true })
  const name = join(folder, 'index.js')
  writeFileSync(
    name,
    `module.exports = { postgres: ${JSON.stringify(join(native, 'bin/postgres'))} }`,
  )
  return { name, native }
}
