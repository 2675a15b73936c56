import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Env } from './config/env.ts'
import { ExplainedError } from './database/explained-error.ts'
import type { Schema } from './database/schema.ts'
import type { Difference } from './operations/readiness.ts'
import { serviceKey } from './service-name.ts'

/** The settings that all processes on a database have to agree on (docs/decisions/0059). */
export class SharedSettings {
  readonly #db: Kysely<Schema>
  readonly #service: string
  readonly #settings: Record<string, string>

  constructor(env: Env, db: Kysely<Schema>) {
    this.#db = db
    this.#service = serviceKey(env)
    this.#settings = {
      TIME_ZONE: env.TIME_ZONE,
      // A foreign service retries according to its own schedule.
      ...(env.UPSTREAM_URL === undefined && { RETRY_SCHEDULE: scheduleText(env.RETRY_SCHEDULE) }),
    }
  }

  /**
   * Compares them with the settings of the last process that used the database.
   *
   * @returns sentences for the screen
   * @throws ExplainedError for another TIME_ZONE
   */
  async check(logger: Pick<FastifyBaseLogger, 'warn'>): Promise<string[]> {
    // Keeps the settings that the database does not know yet.
    await this.#insert()
      .onConflict(conflict => conflict.columns(['service', 'name']).doNothing())
      .execute()
    const differences = await this.differences()
    const zone = differences.find(({ name }) => name === 'TIME_ZONE')
    if (zone !== undefined) {
      throw new ExplainedError(
        `The database was used with TIME_ZONE=${zone.used}, and TIME_ZONE is ${zone.here} now. Failed events stay on the days of the earlier zone, so lists and counts of days would disagree. Set TIME_ZONE=${zone.used}, or run "npm run config -- accept" with the new settings and start again.`,
      )
    }
    const warnings = differences.map(
      ({ name, here, used }) =>
        `${name} is ${here}; the process that started last had ${used}. All processes should have the same`,
    )
    for (const warning of warnings) logger.warn(warning)
    if (differences.length > 0) await this.replace()
    return warnings
  }

  async differences(): Promise<Difference[]> {
    const rows = await this.#db
      .selectFrom('used_setting')
      .select(['name', 'value'])
      .where('service', '=', this.#service)
      .execute()
    return rows.flatMap(({ name, value: used }) => {
      const here = this.#settings[name]
      return here === undefined || here === used ? [] : [{ name, here, used }]
    })
  }

  /** From now on the database counts as used with these settings. */
  async replace(): Promise<void> {
    await this.#insert()
      .onConflict(conflict =>
        conflict.columns(['service', 'name']).doUpdateSet(eb => ({
          value: eb.ref('excluded.value'),
          at: new Date(),
        })),
      )
      .execute()
  }

  #insert() {
    const service = this.#service
    const rows = Object.entries(this.#settings).map(([name, value]) => ({ service, name, value }))
    return this.#db.insertInto('used_setting').values(rows)
  }
}

const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'm'],
] as const

/** As in the setting, each delay in its largest whole unit, so that 60s and 1m are the same. */
function scheduleText(schedule: number[]): string {
  return schedule
    .map(ms => {
      const [unitMs, unit] = UNITS.find(([length]) => ms % length === 0) ?? [1_000, 's']
      return `${ms / unitMs}${unit}`
    })
    .join(',')
}
