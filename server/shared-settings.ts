import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Env } from './config/env.ts'
import { SettingsError } from './config/read-env.ts'
import type { Schema } from './database/schema.ts'
import { UsedSettings } from './operations/used-settings.ts'
import { serviceKey } from './service-name.ts'

/** The settings that all processes on this database have to agree on. */
export function usedSettings(env: Env, db: Kysely<Schema>): UsedSettings {
  return new UsedSettings(db, serviceKey(env), {
    TIME_ZONE: env.TIME_ZONE,
    // A foreign service retries according to its own schedule.
    ...(env.UPSTREAM_URL === undefined && { RETRY_SCHEDULE: scheduleText(env.RETRY_SCHEDULE) }),
  })
}

/**
 * Compares the settings with the settings of the last process that used the database (docs/decisions/0059).
 *
 * @returns sentences for the screen
 * @throws SettingsError for another TIME_ZONE
 */
export async function checkSharedSettings(
  used: UsedSettings,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string[]> {
  await used.keepNew()
  const differences = await used.differences()
  const zone = differences.find(({ name }) => name === 'TIME_ZONE')
  if (zone !== undefined) {
    throw new SettingsError(
      `The database was used with TIME_ZONE=${zone.used}, and TIME_ZONE is ${zone.here} now. Failed events stay on the days of the earlier zone, so lists and counts of days would disagree. Set TIME_ZONE=${zone.used}, or run "npm run config -- accept" with the new settings and start again.`,
    )
  }
  const warnings = differences.map(
    ({ name, here, used: before }) =>
      `${name} is ${here}; the process that started last had ${before}. All processes should have the same`,
  )
  for (const warning of warnings) logger.warn(warning)
  if (differences.length > 0) await used.replace()
  return warnings
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
