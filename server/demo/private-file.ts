import { rm, writeFile } from 'node:fs/promises'

/** Writes what only this user may read. A file that is there already would keep its mode. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  await writeFile(file, text, { mode: 0o600 })
}
