import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ExplainedError } from '../explained-error.ts'

export const LOCK_FILE = 'lock'

/** What the lock leaves in the folder: SQLite's file, and its journal while the lock is held. */
export const LOCK_FILES: readonly string[] = [LOCK_FILE, `${LOCK_FILE}-journal`]

/**
 * Locks DATA_DIR for this process: a second PostgreSQL on the same data would destroy it.
 *
 * The kernel holds the lock, which SQLite takes on its own file. It ends with the process however
 * that dies, so a start after a kill -9 succeeds. It also works between containers that share
 * the folder, where a pid file is useless (docs/decisions/0026).
 *
 * @returns a function that releases the lock, and may be called again
 * @throws FolderInUse if another process has it, FolderUnusable if it isn't writable
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    const file = join(realpathSync(folder), LOCK_FILE)
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    // Anybody who can read the file can lock it, and so prevent Redial from starting.
    chmodSync(file, 0o600)
  } catch (error) {
    lock?.close()
    throw isBusy(error) ? new FolderInUse(folder) : new FolderUnusable(folder, error)
  }
  const held = lock
  return () => void (held.isOpen && held.close())
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

export class FolderUnusable extends ExplainedError {
  constructor(folder: string, reason: unknown) {
    const why = reason instanceof Error ? reason.message : reason
    super(
      `The data folder ${folder} cannot be used: ${why}. ` +
        'Give a folder that may be written to with DATA_DIR.',
    )
  }
}

export class FolderInUse extends ExplainedError {
  constructor(folder: string) {
    super(
      `Another Redial is already running on the data folder ${folder}. ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
    )
  }
}

/** The embedded database cannot be used. The message says why and what to do, on one line. */
export class DatabaseUnusable extends ExplainedError {}
