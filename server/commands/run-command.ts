import { type ParseArgsConfig, parseArgs } from 'node:util'
import { shownText } from '../../contract/text/shown-text.ts'
import type { Env } from '../config/env.ts'
import { type Database, openDatabase, withPostgres } from '../database/database.ts'
import { DatabaseAway } from '../database/database-fault.ts'
import { ExplainedError } from '../database/explained-error.ts'

/** Opens the database of the settings, which a running Redial may be using, for one piece of work. */
export async function withDatabase<Result>(
  { DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const location = DATABASE_URL === undefined ? { folder: DATA_DIR } : { url: DATABASE_URL }
  return withPostgres(location, async url => {
    // Another process that runs it may not have created its tables yet.
    const database = await openDatabase({ url })
    return work(database).finally(() => database.close())
  })
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads the arguments of a command. @throws ExplainedError with the help */
export function readWords<const Known extends Options>(help: string, options: Known) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new ExplainedError(`${error instanceof Error ? error.message : error}\n\n${help}`)
  }
}

/** Runs a command of an operator to its end, and prints why it failed. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${shownText(explained(error) ?? String(error))}\n`)
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

/** The message of an error that is meant for people; null for any other error. */
export function explained(error: unknown): string | null {
  if (error instanceof DatabaseAway) return `The database cannot be reached: ${error.reason}.`
  return error instanceof ExplainedError ? error.message : null
}
