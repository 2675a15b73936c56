import { formatCount } from '../../contract/text/count.ts'
import { readEnv } from '../config/read-env.ts'
import { connectPool, type DatabaseLocation, withPostgres } from '../database/database.ts'
import { MIGRATION_LIMITS } from '../database/database-limits.ts'
import { hasEmbeddedData } from '../database/embedded/cluster-folder.ts'
import { ExplainedError } from '../database/explained-error.ts'
import { MIGRATIONS, pendingMigrations, type RedialMigration } from '../database/migrate.ts'
import { print, runCommand, withDatabase } from './run-command.ts'

const HELP = `Shows and runs the migrations of the database, which each start of Redial runs, too.

  npm run migrate -- plan
  npm run migrate -- run

  plan  prints which migrations this version would run, what each does and what it stops. It changes
        nothing, and may run at the same time as any version of Redial.
  run   runs them. Processes of the previous version keep running (docs/upgrading.md).`

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (command !== 'plan' && command !== 'run')) throw new ExplainedError(HELP)
  const env = readEnv(process.env)
  const location =
    env.DATABASE_URL === undefined ? { folder: env.DATA_DIR } : { url: env.DATABASE_URL }
  const pending = await readPending(location)
  if (command === 'plan') return print(formatPlan(pending))
  await withDatabase(env, async () => {})
  print(pending.length === 0 ? UP_TO_DATE : `Ran ${pending.join(', ')}.`)
}

const UP_TO_DATE = 'The database is up to date. Nothing would change.'

async function readPending(location: DatabaseLocation): Promise<string[]> {
  if ('folder' in location && !hasEmbeddedData(location.folder)) return Object.keys(MIGRATIONS)
  return withPostgres(location, async url => {
    const db = connectPool(url, MIGRATION_LIMITS)
    return db
      .transaction()
      .setAccessMode('read only')
      .execute(pendingMigrations)
      .finally(() => db.destroy())
  })
}

function formatPlan(pending: string[]): string {
  if (pending.length === 0) return UP_TO_DATE
  const lines = pending.flatMap(name => {
    const migration = MIGRATIONS[name]
    if (migration === undefined) return []
    return [name, `  ${migration.does}`, `  ${formatLocks(migration)}`, '']
  })
  const count = formatCount(pending.length, 'migration', 'migrations')
  return [
    `${count} would run, each in its own transaction:`,
    '',
    ...lines,
    'To run them, start this version of Redial, or: npm run migrate -- run',
  ].join('\n')
}

function formatLocks(migration: RedialMigration): string {
  const { stopsAll = [], stopsWrites = [], takesAsLongAs } = migration
  const duration =
    takesAsLongAs === undefined ? 'a moment' : `longer the more rows there are in ${takesAsLongAs}`
  const parts = [
    ...(stopsAll.length > 0 ? [`nobody reads or writes ${stopsAll.join(', ')}`] : []),
    ...(stopsWrites.length > 0 ? [`nobody writes to ${stopsWrites.join(', ')}`] : []),
  ]
  if (parts.length === 0) return 'Stops nobody.'
  return `Takes ${duration}, in which ${parts.join(' and ')}.`
}

runCommand(main)
