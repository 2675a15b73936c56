// Long: backs up and restores a PostgreSQL of an operator.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../database/embedded/free-port.ts'
import { blocksOf } from '../testing/documented-code.ts'
import { hasTool } from '../testing/requirements.ts'
import { runDocumented } from '../testing/run-documented.ts'
import { testFolder } from '../testing/test-folder.ts'

/*
 * Runs the commands of docs/backup.md, on a PostgreSQL that an operator runs, with the
 * programs of that PostgreSQL.
 */
const GUIDE = 'docs/backup.md'

/** Where Debian and its relatives install PostgreSQL; elsewhere its programs are in PATH. */
const DEBIAN = '/usr/lib/postgresql'
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().toReversed() : []
const folders = versions.map(version => join(DEBIAN, version, 'bin'))
const bin = folders.find(folder => existsSync(join(folder, 'pg_basebackup'))) ?? ''
const isInstalled = hasTool(join(bin, 'initdb'))

/** PostgreSQL refuses to run as root. */
const user = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const SETTINGS = { SESSION_SECRET: 'a secret for backups, of enough characters' }
const above = testFolder({ mode: 0o755 })
for (const name of ['archive', 'backups', 'work']) {
  mkdirSync(join(above, name))
  if (user) chownSync(join(above, name), user.uid, user.gid)
}
const inFolder = (text: string) => text.replaceAll(/(?=\/(archive|backups)\/)/g, above)

async function startPostgres() {
  const PGDATA = join(above, 'work/data')
  const port = await freePort()
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    DATABASE_URL: `postgres://redial@127.0.0.1:${port}/redial`,
    PGDATA,
    PGOPTIONS: '-c client_min_messages=warning',
    HOME: above,
  }
  const program = (name: string, ...words: string[]) =>
    execFileSync(join(bin, name), words, { env, stdio: 'ignore', ...user })
  program('initdb', '--username=redial', '--auth=trust', `--pgdata=${PGDATA}`)
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  const log = join(above, 'work/log')
  const start = () => program('pg_ctl', 'start', '--wait', `--log=${log}`, `--options=${options}`)
  const stop = () => program('pg_ctl', 'stop', '--wait', '--mode=fast')
  start()
  onTestFinished(() => void stop())
  program('createdb', '--host=127.0.0.1', `--port=${port}`, '--username=redial', 'redial')
  return {
    env,
    start,
    stop,
    /** Runs blocks of the guide as PostgreSQL's user. */
    run: (...blocks: string[]) =>
      runDocumented(blocks.map(inFolder), { cwd: join(above, 'work'), env, user }),
    psql: (statements: string) =>
      execFileSync('psql', ['-v', 'ON_ERROR_STOP=1', '-qAt', env.DATABASE_URL], {
        ...{ env, input: statements, encoding: 'utf8' },
      }).trim(),
    /** Runs a command of Redial on this database. */
    redial: (command: string) => runDocumented([command], { env: { ...env, ...SETTINGS } }),
  }
}

const [dump = '', restore = ''] = blocksOf(GUIDE, 'Back up')
const [archiving = ''] = blocksOf(GUIDE, 'Point-in-time recovery', 'sql')
const [baseBackup = '', replaceData = ''] = blocksOf(GUIDE, 'Point-in-time recovery')
const [recovery = ''] = blocksOf(GUIDE, 'Point-in-time recovery', 'ini')

test.skipIf(!isInstalled)(
  'the guide’s commands make and restore a dump and a base backup',
  async () => {
    const { env, start, stop, run, psql, redial } = await startPostgres()
    const addToken = (label: string) =>
      redial(
        `npm run token -- create --partner acme --partner-name Acme --label ${label} --blocklist`,
      )
    const labels = () => psql('select string_agg(label, $$ $$ order by id) from api_token')
    psql(inFolder(archiving))
    stop()
    start()
    await addToken('first')
    await run(dump)
    await run(baseBackup)
    await addToken('second')
    const moment = psql('select clock_timestamp()')
    await addToken('third')
    expect(labels()).toBe('first second third')

    await run(restore)
    expect(labels()).toBe('first')
    expect(await redial('npm run sessions -- end --all')).toEqual(['Ended 0 sessions.\n'])

    psql('select pg_switch_wal()')
    stop()
    await run(replaceData)
    const lines = inFolder(recovery).replace(/(target_time = )'.*'/, `$1'${moment}'`)
    appendFileSync(join(env.PGDATA, 'postgresql.auto.conf'), lines)
    start()
    await expect.poll(() => psql('select pg_is_in_recovery()')).toBe('f')
    expect(labels()).toBe('first second')
    expect((await redial('npm run sessions -- end --all')).join('')).toMatch(/^Ended \d sessions\./)
    expect((await redial('npm run token -- list')).join('').trim().split('\n')).toHaveLength(2)
  },
  300_000,
)
