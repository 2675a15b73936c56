import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds the embedded database's folder for this process: a second writer would silently destroy it.
 *
 * The lock is the kernel's, taken by SQLite on a file of its own. It ends with the process however
 * that dies, so a start after a kill -9 succeeds, and it holds between containers that share the
 * folder, where a pid file says nothing (docs/decisions/0003).
 *
 * @returns gives the folder free again
 * @throws FolderInUse when another process has it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(realpathSync(folder), 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && error.message.includes('locked')) throw new FolderInUse(folder)
    throw error
  }
  return () => lock.close()
}

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Redial is already running on the data folder ${folder}. ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
    )
  }
}
