import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs'
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
 * @throws FolderInUse when another process has it, FolderUnusable where it can't be written to
 */
export function lockFolder(folder: string): () => void {
  makeFolder(folder)
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

/** Its files hold phone numbers, and PGlite itself lets everybody read and write them. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(join(folder, 'database'), { recursive: true, mode: 0o700 })
    chmodSync(join(folder, 'database'), 0o700)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new FolderUnusable(folder, error instanceof Error ? error.message : String(error))
  }
}

export class FolderUnusable extends Error {
  constructor(folder: string, reason: string) {
    super(
      `The data folder ${folder} cannot be used: ${reason}. ` +
        'Give a folder that may be written to with DATA_DIR.',
    )
  }
}

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Redial is already running on the data folder ${folder}. ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
    )
  }
}
