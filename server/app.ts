import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Database, openDatabase } from './database/database.ts'
import { startJobQueue } from './database/job-queue.ts'
import { createSender } from './delivery/sender.ts'
import { type Demo, startDemo } from './demo/demo.ts'
import type { Env } from './env.ts'
import { buildGateway } from './gateway/gateway.ts'
import { SignInCodes } from './gateway/session/sign-in-codes.ts'
import { buildService } from './service/service.ts'

export type App = {
  /** Where the dashboard and the interface are to be had, for a browser on this machine. */
  url: string
  /** Signs in to the demo account, once; null where there is none. */
  signInLink: string | null
  /** The demo account's token, for tests and scripts; null where there is none. */
  demoToken: string | null
  warnings: string[]
  database: Database
  close(): Promise<void>
}

type AppOptions = {
  /** The built dashboard. */
  dashboardFolder?: string
  /** The demo's receivers on ports that are free, instead of on the usual ones. */
  demoPorts?: 'fixed' | 'free'
}

/**
 * Starts all of Redial from its settings: the database, our own service with the demo account where
 * no UPSTREAM_URL is set, and the gateway in front. The tests start the very same.
 *
 * @throws FolderInUse; what the database or the port say when they can't be had
 */
export async function startApp(env: Env, options: AppOptions = {}): Promise<App> {
  const logger: FastifyBaseLogger = pino({ level: env.LOG_LEVEL })
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const embedded = env.DATABASE_URL === undefined
    const database = await openDatabase(
      env.DATABASE_URL === undefined ? { folder: env.DATA_DIR } : { url: env.DATABASE_URL },
    )
    closing.push(() => database.close())

    const demo =
      embedded && env.UPSTREAM_URL === undefined
        ? await startDemo({
            db: database.db,
            folder: env.DATA_DIR,
            timeZone: env.TIME_ZONE,
            ports: options.demoPorts ?? 'fixed',
          })
        : null
    if (demo !== null) closing.push(() => demo.close())

    const service =
      env.UPSTREAM_URL === undefined ? await startService(env, database, logger) : null
    if (service !== null) closing.push(() => service.app.close())

    const sender = createSender({
      exceptions: [...env.RECEIVER_EXCEPTIONS, ...(demo?.exceptions ?? [])],
      authorities: [...receiverAuthorities(env), ...(demo?.authorities ?? [])],
    })
    closing.push(() => sender.close())
    const queue = await startJobQueue(database, logger)
    // What is being sent gets the time that an attempt may take.
    closing.push(() => queue.stop({ graceful: true, timeout: 12_000 }))

    const codes = new SignInCodes()
    const gateway = await buildGateway({
      db: database.db,
      queue,
      sender,
      codes,
      logger,
      upstreamUrl: env.UPSTREAM_URL ?? service?.url ?? '',
      upstreamName: env.UPSTREAM_URL ?? 'own',
      serviceName: serviceName(env, demo),
      prefixes: ['/v1', '/v2', ...(service === null ? [] : ['/openapi.json'])],
      pagePrefixes: service === null ? [] : ['/docs'],
      publicUrl: env.PUBLIC_URL,
      secret: env.SESSION_SECRET ?? keptSecret(env.DATA_DIR),
      timeZone: env.TIME_ZONE,
      dashboardFolder: options.dashboardFolder ?? join(import.meta.dirname, '../dist'),
    })
    closing.push(() => gateway.close())
    await gateway.listen({ host: env.HOST, port: env.PORT })

    const url = env.PUBLIC_URL ?? originOf(gateway, env.HOST)
    return {
      url,
      signInLink: demo && `${url}/sign-in#code=${codes.add(demo.token)}`,
      demoToken: demo?.token ?? null,
      warnings: demo?.warnings ?? [],
      database,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Our own service listens on loopback alone; the gateway is its door. */
async function startService(
  env: Env,
  { db }: Database,
  logger: FastifyBaseLogger,
): Promise<{ app: FastifyInstance; url: string }> {
  const app = await buildService({ db, timeZone: env.TIME_ZONE, logger })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

function serviceName(env: Env, demo: Demo | null): string {
  if (env.UPSTREAM_URL !== undefined) return new URL(env.UPSTREAM_URL).host
  if (demo !== null) return 'the demo service'
  return env.PUBLIC_URL === undefined ? 'this service' : new URL(env.PUBLIC_URL).host
}

function receiverAuthorities({ RECEIVER_CA_FILE }: Env): string[] {
  return RECEIVER_CA_FILE === undefined ? [] : [readFileSync(RECEIVER_CA_FILE, 'utf8')]
}

/** The secret that seals sessions: made once, and readable by us alone. */
function keptSecret(folder: string): string {
  const file = join(folder, 'session-secret')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A full disk or a kill may have cut it off: sealed with nothing, a session would be anyone's.
  if (kept.length >= 2 * SECRET_BYTES) return kept
  const made = randomBytes(SECRET_BYTES).toString('hex')
  rmSync(file, { force: true })
  writeFileSync(file, made, { flag: 'wx', mode: 0o600 })
  return made
}

const SECRET_BYTES = 32

/** A browser can't open 0.0.0.0 or ::, so those are named by what they answer to as well. */
function originOf(app: FastifyInstance, host: string): string {
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('The gateway listens on no port')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}
