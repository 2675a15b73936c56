import { shownText } from '../../contract/text/shown-text.ts'
import { BackupError } from '../backup/backup-description.ts'
import { SettingsError } from '../config/read-env.ts'
import { DatabaseAway } from '../database/database-fault.ts'
import { DatabaseUnusable, FolderInUse, FolderUnusable } from '../database/embedded/folder-lock.ts'
import { UnknownSecret } from '../gateway/session/account-keys.ts'

/** A request that can't be met. The message says why, and what to do. */
export class CommandError extends Error {}

const EXPLAINED = [
  CommandError,
  BackupError,
  SettingsError,
  FolderInUse,
  FolderUnusable,
  DatabaseUnusable,
  UnknownSecret,
]

/** Runs a command of an operator to its end, and prints why it failed. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${shownText(messageOf(error))}\n`)
    process.exitCode = 1
  })
}

/** Prints a text without control codes: names and labels are other people's, and a terminal obeys them. */
export function print(text: string): void {
  process.stdout.write(`${shownText(text)}\n`)
}

/** A name or label for one line: with a line break in it, it could imitate another line of a list. */
export function shownLine(text: string): string {
  return shownText(text).replace(/[\t\n\u2028\u2029]/g, '\ufffd')
}

function messageOf(error: unknown): string {
  if (error instanceof DatabaseAway) return `The database cannot be reached: ${error.reason}.`
  const isExplained = EXPLAINED.some(kind => error instanceof kind)
  return isExplained && error instanceof Error ? error.message : String(error)
}
