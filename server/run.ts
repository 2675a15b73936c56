import { resolve } from 'node:path'
import { shownText } from '../contract/text/shown-text.ts'
import type { AppOptions } from './app.ts'
import { type App, startApp } from './app.ts'
import { explained } from './commands/run-command.ts'
import type { Env } from './config/env.ts'
import { readEnv } from './config/read-env.ts'
import { PRODUCTION_TIMINGS, type Timings } from './config/timings.ts'
import { ExplainedError } from './database/explained-error.ts'
import { LINK_MINUTES } from './gateway/session/sign-in-links.ts'

/**
 * Starts Redial from the environment. If the start fails, it prints one sentence and exits with code 1.
 */
export async function run(
  timings = PRODUCTION_TIMINGS,
  options: Pick<AppOptions, 'dashboardBuilt' | 'dashboardFolder' | 'embedded'> = {},
): Promise<void> {
  await start(timings, options).catch((error: unknown) => {
    process.stderr.write(`\n${shownText(sentence(error))}\n\n`)
    process.exitCode = 1
  })
}

/** Shows on one screen what runs and how to sign in. */
async function start(timings: Timings, options: AppOptions): Promise<void> {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) {
    throw new ExplainedError(
      `Redial takes no arguments (${argument}): its settings are environment variables, see the README.`,
    )
  }
  const env = readEnv(process.env)
  const app = await startApp(env, { ...options, timings })
  // Before the screen, because a person or a program that reads it may send a signal immediately.
  stopOnSignals(env, app)
  process.stdout.write(`${shownText(screen(env, app).join('\n'))}\n`)
}

/** A request that never ends must not prevent the server from stopping. */
const STOP_WITHIN_MS = 20_000

function stopOnSignals(env: Env, app: App): void {
  let since: number | null = null
  const stop = (signal: NodeJS.Signals) => {
    if (since !== null) {
      // npm forwards a Ctrl+C that the terminal also sent to us: only a later one means impatience.
      if (performance.now() - since > 1_000) process.exit(1)
      return
    }
    since = performance.now()
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    // No other process takes over the embedded database, and Ctrl+C comes from a person who waits.
    // Otherwise a load balancer gets time to read the stop at /readyz.
    const isAnnounced = env.DATABASE_URL !== undefined && signal === 'SIGTERM'
    app.close(isAnnounced).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

function screen(env: Env, app: App): string[] {
  return [
    '',
    `  Redial is running at ${app.url}`,
    '',
    ...roleOf(env),
    `  Service   ${env.UPSTREAM_URL ?? 'our own, with its interface at /v1 and /v2 and its reference at /docs/'}`,
    `  Data      ${env.DATABASE_URL === undefined ? resolve(env.DATA_DIR) : databaseName(env.DATABASE_URL)}`,
    ...whoRunsPostgres(app),
    ...(env.ROLE === 'worker' ? [] : [...whereCallsAreReported(env), ...howToSignIn(app)]),
    ...app.warnings.map(warning => `  Note      ${warning}`),
    '',
    '  Stop it with Ctrl+C.',
    '',
  ]
}

function roleOf({ ROLE }: Env): string[] {
  if (ROLE === 'all') return []
  const does = {
    web: 'answers requests; processes with ROLE=worker make the attempts',
    worker: 'makes attempts; serves /healthz, /readyz and /metrics alone',
  }[ROLE]
  return [`  Role      ${ROLE}: ${does}`]
}

/** A backup needs this folder, which may be outside of DATA_DIR. */
function whoRunsPostgres({ database: { embedded } }: App): string[] {
  if (embedded === null || embedded.otherUser === null) return []
  return [`  Database  PostgreSQL runs as ${embedded.otherUser}, on its data in ${embedded.folder}`]
}

function whereCallsAreReported({ UPSTREAM_URL, TELEPHONY_KEY, DATABASE_URL, DATA_DIR }: Env) {
  if (UPSTREAM_URL !== undefined) return []
  if (TELEPHONY_KEY !== undefined)
    return ['  Calls     reported to /telephony/v1/ with TELEPHONY_KEY']
  if (DATABASE_URL !== undefined)
    return ['  Calls     cannot be reported: TELEPHONY_KEY is not set']
  const file = resolve(DATA_DIR, 'telephony-key')
  return [`  Calls     reported to /telephony/v1/ with the key in ${file}`]
}

function howToSignIn({ signInLink, url }: App): string[] {
  if (signInLink === null) return [`  Sign in   with an API token of the service, at ${url}`]
  return [
    `  Sign in   to the demo account with this link, which works once within ${LINK_MINUTES} minutes:`,
    '',
    `            ${signInLink}`,
    '',
    '            npm run sessions -- link prints another one.',
  ]
}

/** The database's address without the password in it. */
function databaseName(url: string): string {
  const { host, pathname } = new URL(url)
  return `PostgreSQL, ${host}${pathname}`
}

function sentence(error: unknown): string {
  const message = explained(error)
  if (message !== null) return message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return 'The port is taken by another program. Choose another one with PORT, such as PORT=4401.'
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0 (${error.message}).`
  }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') {
    return `Redial cannot write to its data folder: ${error.message}.`
  }
  if (code === 'EACCES') return `Redial may not use something that it needs: ${error.message}.`
  return error.stack ?? error.message
}
