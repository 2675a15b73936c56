import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks DATA_DIR for this process: a second PostgreSQL on the same data would destroy it.
 *
 * The kernel holds the lock, which SQLite takes on a file of its own. It ends with the process
 * however that dies, so a start after a kill -9 succeeds, and it holds between containers that share
 * the folder, where a pid file says nothing (docs/decisions/0003).
 *
 * @returns a function that releases the lock
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

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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
