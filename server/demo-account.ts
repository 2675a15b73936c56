import { readEnv, SettingsError } from './config/read-env.ts'
import { openSharedDatabase } from './database/database.ts'
import { DatabaseUnusable } from './database/embedded/database-unusable.ts'
import { FolderInUse, FolderUnusable } from './database/embedded/folder-lock.ts'
import { removeDemo } from './demo/remove-demo.ts'

const HELP = `Removes the demo account of the embedded mode, with its tokens and all that belongs to it.

  npm run demo -- remove

It uses the database in DATA_DIR, whether Redial is running or not. Start Redial with DEMO=off before:
without it, the next start makes the demo account again.`

/** What was asked for can't be done; the message says why, and what to do. */
class CommandError extends Error {}

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2)
  if (command !== 'remove' || rest.length > 0) throw new CommandError(HELP)
  const env = readEnv(process.env)
  if (env.DATABASE_URL !== undefined || env.UPSTREAM_URL !== undefined) {
    throw new CommandError(
      'There is no demo account here: only the embedded mode, without DATABASE_URL and UPSTREAM_URL, has one.',
    )
  }
  const database = await openSharedDatabase({ folder: env.DATA_DIR })
  try {
    const isRemoved = await removeDemo(database.db, env.DATA_DIR)
    process.stdout.write(
      isRemoved ? 'Removed the demo account.\n' : 'There is no demo account here.\n',
    )
  } finally {
    await database.close()
  }
}

const KNOWN = [CommandError, SettingsError, FolderInUse, FolderUnusable, DatabaseUnusable]

main().catch((error: unknown) => {
  const isKnown = KNOWN.some(kind => error instanceof kind)
  process.stderr.write(`${isKnown && error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
