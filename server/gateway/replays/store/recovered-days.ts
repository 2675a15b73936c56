import { type Kysely, sql } from 'kysely'
import type { RecoveredDay } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

type Days = { from: CalendarDate; until: CalendarDate }

/**
 * Counts the events of each day that a replay has delivered or a person has marked as handled. The
 * day is the one that the service lists the event under: that of its failure in `timeZone`, or the
 * day of a run that covers one day only. Other events are not counted.
 *
 * @param until the first day that is not counted
 */
export async function recoveredDays(
  db: Kysely<Schema>,
  list: FailedEventList,
  { from, until }: Days,
  { service, account }: Pick<Owner, 'service' | 'account'>,
  timeZone: string,
): Promise<RecoveredDay[]> {
  const { rows } = await sql<RecoveredDay>`
    with settled as (
      select item.event_id, coalesce(
          (item.failed_at at time zone ${timeZone})::date,
          case when run.to_date::date - run.from_date::date = 1 then run.from_date::date end
        ) as day, true as is_delivered
      from replay_run run join replay_item item on item.run_id = run.id
      where run.service = ${service} and run.account = ${account} and run.list = ${list}
        and run.started_at is not null and run.from_date < ${until} and run.to_date > ${from}
        and item.state = 'delivered'
      union all
      select event_id, (failed_at at time zone ${timeZone})::date as day, false as is_delivered
      from handled_event
      where service = ${service} and account = ${account} and list = ${list}
    )
    select day::text as day, count(distinct event_id)::integer as count,
      (count(distinct event_id) - count(distinct event_id) filter (where is_delivered))::integer as handled
    from settled
    where day >= ${from}::date and day < ${until}::date
    group by day order by day
  `.execute(db)
  return rows
}
