import { createBackup } from '../backup/create-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { readEnv } from '../config/read-env.ts'
import { ExplainedError } from '../database/explained-error.ts'
import { print, runCommand } from './run-command.ts'

const HELP = `Backs up the embedded database, with the keys in DATA_DIR, and restores it.

  npm run backup -- create FOLDER
  npm run backup -- restore FOLDER

  create   writes a backup of DATA_DIR to a folder that does not exist yet, whether Redial is
           running or not. The folder holds keys and phone numbers.
  restore  puts it into an empty DATA_DIR, after it has checked the backup. Nothing is overwritten.`

async function main(): Promise<void> {
  const [command, folder, ...rest] = process.argv.slice(2)
  if (folder === undefined || rest.length > 0) throw new ExplainedError(HELP)
  if (command !== 'create' && command !== 'restore') throw new ExplainedError(HELP)
  const env = readEnv(process.env)
  if (env.DATABASE_URL !== undefined) {
    throw new ExplainedError(
      'DATABASE_URL names a PostgreSQL that Redial does not run, and this command backs up the embedded ' +
        'one. Use the tools of that PostgreSQL (docs/backup.md).',
    )
  }
  const interruption = new AbortController()
  const interrupt = () =>
    interruption.abort(new ExplainedError('Interrupted. What was written so far has been removed.'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
  if (command === 'create') {
    const bytes = await createBackup(env.DATA_DIR, folder, interruption.signal)
    const size = (bytes / 2 ** 20).toFixed(1)
    return print(`Backed up ${env.DATA_DIR} to ${folder} (${size} MiB).`)
  }
  const madeAt = await restoreBackup(folder, env.DATA_DIR, interruption.signal)
  print(`Restored the backup of ${madeAt} to ${env.DATA_DIR}. Start Redial on it.`)
}

runCommand(main)
