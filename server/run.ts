import { resolve } from 'node:path'
import { type App, startApp } from './app.ts'
import { FolderInUse } from './database/folder-lock.ts'
import { type Env, readEnv, SettingsError } from './env.ts'

/** Starts Redial from the environment; what stops it is told in one sentence, with exit code 1. */
export async function run(): Promise<void> {
  await start().catch((error: unknown) => {
    process.stderr.write(`\n${sentence(error)}\n\n`)
    process.exitCode = 1
  })
}

/** Says in one screen what runs and how to sign in. */
async function start(): Promise<void> {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) {
    throw new SettingsError(
      `Redial takes no arguments (${argument}): its settings are environment variables, see the README.`,
    )
  }
  const env = readEnv(process.env)
  const app = await startApp(env)
  process.stdout.write(`${screen(env, app).join('\n')}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

function screen(env: Env, app: App): string[] {
  return [
    '',
    `  Redial is running at ${app.url}`,
    '',
    `  Service   ${env.UPSTREAM_URL ?? 'our own, with its interface at /v1 and /v2 and its reference at /docs/'}`,
    `  Data      ${env.DATABASE_URL === undefined ? resolve(env.DATA_DIR) : databaseName(env.DATABASE_URL)}`,
    ...howToSignIn(app),
    ...app.warnings.map(warning => `  Note      ${warning}`),
    '',
    '  Stop it with Ctrl+C.',
    '',
  ]
}

function howToSignIn({ signInLink, url }: App): string[] {
  if (signInLink === null) return [`  Sign in   with an API token of the service, at ${url}`]
  return [
    '  Sign in   to the demo account with this link, which works once:',
    '',
    `            ${signInLink}`,
  ]
}

/** The database's address without the password in it. */
function databaseName(url: string): string {
  const { host, pathname } = new URL(url)
  return `PostgreSQL, ${host}${pathname}`
}

function sentence(error: unknown): string {
  if (error instanceof SettingsError || error instanceof FolderInUse) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return 'The port is taken by another program. Choose another one with PORT, such as PORT=4401.'
  }
  if (code === 'EACCES') return `Redial may not use something that it needs: ${error.message}.`
  if (code === 'ECONNREFUSED') return `The database cannot be reached: ${error.message}.`
  return error.stack ?? error.message
}
