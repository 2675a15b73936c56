import { setTimeout } from 'node:timers/promises'
import { type DatabaseLocation, openDatabase } from '../server/database/database.ts'
import { freePort } from '../server/database/embedded/free-port.ts'
import { type Account, accountFor } from '../server/testing/account-for.ts'
import { Reporter } from '../server/testing/reporter.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { addNumbers } from './deliveries/fill-deliveries.ts'
import { settingsOnEmbedded, settingsOnPostgres, TELEPHONY_KEY } from './deliveries/settings.ts'
import type { Receivers } from './deliveries/start-receivers.ts'
import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import type { Findings } from './measurement.ts'

const RECEIVERS = 8
const KILLS = { postgres: 80, embedded: 20 }
/** A server lives between these, from the moment on that it answers. */
const LIVES_MS = [50, 1_000] as const
/** After this time, the attempts of the last killed process have been repeated. */
const CLAIMS_RUN_OUT_MS = 30_000
const QUIET_MS = 5_000
const GIVE_UP_AFTER_MS = 180_000

type Say = (sentence: string) => void
type Kind = keyof typeof KILLS
type Run = Account & { reports: number; unanswered: number; posts: number }

/**
 * Kills the real server at random points repeatedly, while calls are reported and receivers
 * answer 200, errors, late or not at all; then looks for every accepted report.
 */
export async function kills(say: Say): Promise<Findings> {
  const moods = receiversThatAnswer('moody', RECEIVERS)
  const postgres = await withReceivers(moods, async ({ receivers, createDatabase }) => {
    const url = await createDatabase()
    const settings = settingsOnPostgres(url, receivers)
    return killAgainAndAgain({ kind: 'postgres', location: { url }, settings, receivers, say })
  })
  const embedded = await withReceivers(moods, async ({ receivers, folder }) => {
    const settings = settingsOnEmbedded(folder, receivers)
    return killAgainAndAgain({ kind: 'embedded', location: { folder }, settings, receivers, say })
  })
  return findings({ postgres, embedded })
}

type Target = {
  kind: Kind
  location: DatabaseLocation
  settings: Record<string, string>
  receivers: Receivers
  say: Say
}

async function killAgainAndAgain({
  kind,
  location,
  receivers,
  say,
  ...target
}: Target): Promise<Run> {
  const trackingNumbers = await prepare(location, receivers)
  const port = await freePort()
  const settings = {
    ...target.settings,
    RETRY_SCHEDULE: '1s,1s,1s',
    PORT: String(port),
  }
  say(`${KILLS[kind]} times kill -9, ${NAMES[kind]}`)
  let server = await runRedial(settings)
  const reporter = new Reporter({ urls: [server.url], key: TELEPHONY_KEY, trackingNumbers })
  for (let killed = 0; killed < KILLS[kind]; killed++) {
    await setTimeout(LIVES_MS[0] + (LIVES_MS[1] - LIVES_MS[0]) * Math.random())
    await server.kill('SIGKILL')
    server = await runRedial(settings)
  }
  say('waiting until all that was accepted is settled')
  await reporter.stop()
  await receivers.answer('moody, but never hanging')
  await waitUntilQuiet(receivers)
  // Finishes attempts in flight, so that their outcomes are recorded.
  await server.kill('SIGTERM')

  const posts = await receivers.take()
  const database = await openDatabase(location)
  const account = await accountFor(database, reporter.accepted, posts)
  await database.close()
  const { accepted, problems } = reporter
  const unanswered = problems.length
  return { ...account, reports: accepted.size, unanswered, posts: posts.length }
}

async function prepare(location: DatabaseLocation, { origins }: Receivers): Promise<string[]> {
  const { db, close } = await openDatabase(location)
  const urls = origins.map(origin => `${origin}/call_termination`)
  const numbers = await addNumbers(db, urls).finally(close)
  return numbers.map(({ phoneNumber }) => phoneNumber)
}

/** Watches the receivers, because each attempt arrives there, whichever database is used. */
async function waitUntilQuiet(receivers: Receivers): Promise<void> {
  const begun = performance.now()
  let count = await receivers.count()
  let since = begun
  for (;;) {
    await setTimeout(500)
    const now = performance.now()
    const counted = await receivers.count()
    if (counted !== count) since = now
    count = counted
    if (now - begun > CLAIMS_RUN_OUT_MS && now - since > QUIET_MS) return
    if (now - begun > GIVE_UP_AFTER_MS) return
  }
}

const NAMES: Record<Kind, string> = {
  postgres: 'on PostgreSQL',
  embedded: 'on the embedded database',
}

function findings(runs: Record<Kind, Run>): Findings {
  const both = [
    { on: NAMES.postgres, killed: KILLS.postgres, run: runs.postgres },
    { on: NAMES.embedded, killed: KILLS.embedded, run: runs.embedded },
  ]
  const sum = (of: (run: Run) => number) => both.reduce((total, { run }) => total + of(run), 0)
  const total = sum(run => run.delivered + run.failed)
  const wrong = sum(run => run.lost + run.waiting + run.untrue + run.listedWrongly + run.otherIds)
  return {
    measurements: [
      {
        what: `Events lost, listed wrongly or with another id after ${KILLS.postgres + KILLS.embedded} kills -9`,
        measured: `${wrong} of ${total.toLocaleString('en')}`,
        limit: 'none',
        reached: wrong === 0 && total > 0,
      },
    ],
    notes: both.flatMap(({ on, killed, run }) => [
      `${on}: ${killed} kills, ${run.reports} reports accepted, ${run.unanswered} times again after no answer`,
      `${on}: ${run.delivered} delivered, ${run.failed} listed as failed; lost ${run.lost}, still waiting ${run.waiting}, delivered in name only ${run.untrue}, listed wrongly ${run.listedWrongly}, with another id ${run.otherIds}`,
      `${on}: ${run.posts} posts, ${run.deliveredAgain} of them delivered again what an attempt before a kill had delivered`,
    ]),
  }
}
