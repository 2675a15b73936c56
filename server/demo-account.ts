import { print, runCommand, withDatabase } from './commands/run-command.ts'
import { readEnv } from './config/read-env.ts'
import { ExplainedError } from './database/explained-error.ts'
import { removeDemo } from './demo/demo.ts'

const HELP = `Removes the demo account of the embedded mode, with its tokens and all that belongs to it.

  npm run demo -- remove

It uses the database in DATA_DIR, whether Redial is running or not. Start Redial with DEMO=off before:
without it, the next start makes the demo account again.`

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2)
  if (command !== 'remove' || rest.length > 0) throw new ExplainedError(HELP)
  const env = readEnv(process.env)
  if (env.DATABASE_URL !== undefined || env.UPSTREAM_URL !== undefined) {
    throw new ExplainedError(
      'There is no demo account here: only the embedded mode, without DATABASE_URL and UPSTREAM_URL, has one.',
    )
  }
  const isRemoved = await withDatabase(env, ({ db }) => removeDemo(db, env.DATA_DIR))
  print(isRemoved ? 'Removed the demo account.' : 'There is no demo account here.')
}

runCommand(main)
