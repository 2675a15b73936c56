import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The file of the first of these programs that is installed; null where none is. */
export function findOnPath(...programs: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = programs.flatMap(name => folders.map(folder => join(folder, name)))
  return files.find(existsSync) ?? null
}
