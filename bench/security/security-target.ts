import { sql } from 'kysely'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { createToken } from '../../server/service/tokens/tokens.ts'
import { runRedial } from '../../server/testing/run-redial.ts'
import { addPartner } from '../../server/testing/test-service.ts'
import { settingsOnPostgres, TELEPHONY_KEY } from '../deliveries/settings.ts'
import { fillFailedEvents, spreadOver } from '../pages/fill-failed-events.ts'
import { withPostgres } from '../with-postgres.ts'

/** Each token may send 600 requests a minute; the attacks should test more than the throttle. */
const TOKENS = 60
const BYSTANDER_TOKENS = 4

/** Redial and PostgreSQL in separate processes, with an account that attacks and one that waits. */
export type SecurityTarget = {
  url: string
  /** The account that attacks. */
  tokens: string[]
  /** The account that waits. */
  bystanderTokens: string[]
  telephonyKey: string
}

export function withSecurityTarget<Result>(
  attack: (target: SecurityTarget) => Promise<Result>,
): Promise<Result> {
  return withPostgres(async createDatabase => {
    const databaseUrl = await createDatabase()
    const database = await openDatabase({ url: databaseUrl })
    const tokens = await fill(database).finally(database.close)
    const redial = await runRedial({ ...settingsOnPostgres(databaseUrl), LOG_LEVEL: 'fatal' })
    return attack({ url: redial.url, ...tokens, telephonyKey: TELEPHONY_KEY }).finally(() =>
      redial.kill(),
    )
  })
}

async function fill(database: Database) {
  const { db } = database
  const { id: attacker } = await addPartner(database, 'attacker', { companies: ['One'] })
  const { id: bystander } = await addPartner(database, 'bystander', { companies: ['Two'] })
  await fillFailedEvents(db, bystander, spreadOver('2026-11-01', 20, 1_000))
  // Replays must not leave this machine.
  await sql`update failed_event set item = replace(item::text, 'https://', 'https://localhost:9/')::json`.execute(
    db,
  )
  await sql`insert into failed_event (partner_id, list, day, position, item)
    select ${attacker}, list, day, position, item from failed_event where partner_id = ${bystander}`.execute(
    db,
  )
  await sql`insert into failed_event_day (partner_id, list, day, count)
    select ${attacker}, list, day, count from failed_event_day where partner_id = ${bystander}`.execute(
    db,
  )
  const tokensOf = async (partnerId: number, count: number) => {
    const list: string[] = []
    for (let at = 0; at < count; at++) {
      list.push(await createToken(db, { partnerId, label: String(at), blocklistPermission: true }))
    }
    return list
  }
  return {
    tokens: await tokensOf(attacker, TOKENS),
    bystanderTokens: await tokensOf(bystander, BYSTANDER_TOKENS),
  }
}
