import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCount } from '../../contract/text/count.ts'
import type { Env } from '../config/env.ts'
import { readEnv } from '../config/read-env.ts'
import type { Database } from '../database/database.ts'
import { ExplainedError } from '../database/explained-error.ts'
import { AccountKeys } from '../gateway/session/account-keys.ts'
import { isAlive } from '../gateway/session/sessions.ts'
import { LINK_MINUTES, SignInLinks } from '../gateway/session/sign-in-links.ts'
import { openSecrets } from '../open-secrets.ts'
import { serviceKey } from '../service-name.ts'
import { print, readWords, runCommand, shownLine, withDatabase } from './run-command.ts'

const HELP = `Lists and ends sessions, and prints sign-in links.

  npm run sessions -- list
  npm run sessions -- end --id ID
  npm run sessions -- end --all
  npm run sessions -- link
  npm run sessions -- forget-accounts

  link  signs in once within ${LINK_MINUTES} minutes: with the token in the variable API_TOKEN,
        or to the demo account where that is not given
  forget-accounts
        for a SESSION_SECRET that is lost: in front of a service, replay runs, receivers, follow-ups
        and notes that were made until now are not shown any more

It uses the same settings as Redial, whether Redial is running or not.`

async function main(): Promise<void> {
  const { command, id, all } = readArguments()
  const env = readEnv(process.env)
  await withDatabase(env, async database => {
    if (command === 'link') return print(await newLink(env, database))
    if (command === 'forget-accounts') {
      await AccountKeys.forget(database.db)
      return print('Done. Restart Redial now.')
    }
    if (command === 'list') return print(await listing(database))
    const ended = await endSessions(database, all ? null : id)
    if (ended === 0 && !all) throw new ExplainedError(`There is no session with the id "${id}".`)
    print(`Ended ${formatCount(ended, 'session', 'sessions')}.`)
  })
}

function readArguments() {
  const { values, positionals } = readWords(HELP, {
    id: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  })
  const [command = ''] = positionals
  const isComplete = command === 'end' ? values.all !== (values.id !== '') : true
  if (!['list', 'end', 'link', 'forget-accounts'].includes(command) || !isComplete) {
    throw new ExplainedError(HELP)
  }
  return { ...values, command }
}

async function listing({ db }: Database): Promise<string> {
  const sessions = await db
    .selectFrom('session')
    .where(isAlive)
    .select(['id', 'service', 'name', 'browser', 'started_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .execute()
  if (sessions.length === 0) return 'Nobody is signed in.'
  return sessions
    .map(session =>
      [
        session.id,
        shownLine(session.name ?? 'no name').padEnd(20),
        session.browser.padEnd(24),
        `started ${minuteOf(session.started_at)}`,
        `last used ${minuteOf(session.last_used_at)}`,
        session.service,
      ].join('  '),
    )
    .join('\n')
}

/** A time in UTC, such as "2026-11-23 09:30Z". */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')}Z`
}

/** @param id null for all */
async function endSessions({ db }: Database, id: string | null): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .$if(id !== null, query => query.where(eb => eb.cast('id', 'text'), '=', id ?? ''))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** @throws ExplainedError without a token to sign in with */
async function newLink(env: Env, database: Database): Promise<string> {
  const token = process.env.API_TOKEN?.trim() || (await demoToken(env))
  if (token === '') {
    throw new ExplainedError(
      'There is no demo account here. Give the token to sign in with in the variable API_TOKEN.',
    )
  }
  const { seals } = await openSecrets(env, database.db)
  const origin = env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`
  return new SignInLinks(database.db, seals, serviceKey(env)).link(origin, token)
}

async function demoToken({ DATABASE_URL, UPSTREAM_URL, DATA_DIR, DEMO }: Env): Promise<string> {
  if (DATABASE_URL !== undefined || UPSTREAM_URL !== undefined || DEMO === 'off') return ''
  return (await readFile(join(DATA_DIR, 'demo', 'token'), 'utf8').catch(() => '')).trim()
}

runCommand(main)
