import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { openDemoAccount } from './demo-account.ts'
import { topUpFailures } from './demo-failures.ts'
import { keepPorts } from './demo-ports.ts'
import { startDemoReceivers } from './demo-receivers.ts'
import { keepDemoToken } from './demo-token.ts'

export type Demo = {
  /** For the sender: the host:port pairs of the demo's receivers … */
  exceptions: string[]
  /** … and the certificates (PEM) to trust there. */
  authorities: string[]
  /** The demo account's token. */
  token: string
  /** Messages for the start screen, such as a receiver's port that is taken. */
  warnings: string[]
  close(): Promise<void>
}

type DemoOptions = {
  db: Kysely<Schema>
  /** DATA_DIR: the demo keeps its certificate, ports and token in `demo/` there. */
  folder: string
  timeZone: string
  /** 'fixed' is 4443 to 4445 if they are free; the tests use any free ones. */
  ports?: 'fixed' | 'free'
  /** For how many days before today there are failures. Default: thirty. */
  daysBack?: number
  clock?: () => Date
}

const DAYS_BACK = 30
const TOP_UP_EVERY_MS = 10 * 60_000

/**
 * Creates the demo account and its receivers, and makes sure that there are failures today: at the
 * start and, if the process runs past midnight, soon after.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { db, timeZone, daysBack = DAYS_BACK, clock = () => new Date() } = options
  const folder = join(options.folder, 'demo')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ports = await keepPorts(folder, options.ports ?? 'fixed')
  const partnerId = await openDemoAccount(db, ports)
  const token = await keepDemoToken(db, folder, partnerId)
  const topUp = () => topUpFailures(db, { partnerId, timeZone, ports, daysBack }, clock())
  await topUp()
  const receivers = await startDemoReceivers(folder, ports, clock())

  let running = Promise.resolve()
  const timer = setInterval(() => {
    // If the database is away for a moment, the next round tries again.
    running = running.then(topUp).catch(() => {})
  }, TOP_UP_EVERY_MS)
  timer.unref()

  return {
    exceptions: Object.values(ports).map(port => `localhost:${port}`),
    authorities: [receivers.authority],
    token,
    warnings: receivers.warnings,
    async close() {
      clearInterval(timer)
      await running
      await receivers.close()
    },
  }
}
