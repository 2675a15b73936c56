import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

export type ReplayedReceiver = {
  receiver: string
  delivery: Date | null
  failure: Date | null
  works_since: Date | null
  fails_since: Date | null
  /** Since `recent`. */
  delivered: number
  failed: number
  /** The companies of the latest attempts, those with the most attempts first. */
  companies: string[]
}

/** Each attempt takes a look at its item, and a receiver of one company needs only a few. */
const ATTEMPTS_FOR_COMPANIES = 50

/**
 * The receivers to which the account has replayed, with their latest outcomes.
 *
 * The names come from one index and the times from another, because reading all items with their
 * payloads takes seconds for 50,000 of them. An attempt contains its outcome; the joins only find
 * out whose it was.
 *
 * @param recent from when on outcomes are counted
 * @param names only these receivers, as `receiverName` returns them
 */
export async function replayedReceivers(
  db: Kysely<Schema>,
  { service, account }: Owner,
  recent: Date,
  names?: string[],
): Promise<ReplayedReceiver[]> {
  const known =
    names === undefined
      ? sql`select distinct name as receiver from names where name is not null`
      : sql`select unnest(${names}::text[]) as receiver`
  const attempts = sql`
    from replay_attempt attempt
    join replay_item item on item.id = attempt.item_id
    join replay_run run on run.id = item.run_id
    where attempt.service = ${service} and attempt.receiver_name = known.receiver
      and run.account = ${account}`
  const delivered = sql`attempt.error is null`
  const failed = sql`attempt.error is not null`
  const { rows } = await sql<ReplayedReceiver>`
    with recursive names as (
      select run.id as run_id,
        (select min(receiver_name) from replay_item where run_id = run.id) as name
      from replay_run run
      where service = ${service} and account = ${account} and started_at is not null
        and retired is null
      union all
      select names.run_id, (
        select min(receiver_name) from replay_item
        where run_id = names.run_id and receiver_name > names.name
      )
      from names where names.name is not null
    ), known as (
      ${known}
    )
    select known.receiver, delivery.at as delivery, failure.at as failure,
      works.since as works_since, fails.since as fails_since, counts.delivered, counts.failed,
      coalesce(named.companies, '{}') as companies
    from known
    left join lateral (
      select attempt.at ${attempts} and ${delivered} order by attempt.at desc limit 1
    ) delivery on true
    left join lateral (
      select attempt.at ${attempts} and ${failed} order by attempt.at desc limit 1
    ) failure on true
    left join lateral (
      select attempt.at as since ${attempts} and ${delivered}
        and attempt.at > coalesce(failure.at, '-infinity')
      order by attempt.at limit 1
    ) works on true
    left join lateral (
      select attempt.at as since ${attempts} and ${failed}
        and attempt.at > coalesce(delivery.at, '-infinity')
      order by attempt.at limit 1
    ) fails on true
    cross join lateral (
      select count(*) filter (where ${delivered})::integer as delivered,
        count(*) filter (where ${failed})::integer as failed
      ${attempts} and attempt.at >= ${recent}
    ) counts
    cross join lateral (
      select array_agg(company order by attempts desc, company) as companies
      from (
        select company, count(*) as attempts
        from (
          select item.company ${attempts} order by attempt.at desc limit ${ATTEMPTS_FOR_COMPANIES}
        ) latest
        where company is not null
        group by company
      ) by_company
    ) named
  `.execute(db)
  return rows
}

/** The latest attempts at a receiver, newest first. */
export function latestAttempts(db: Kysely<Schema>, owner: Owner, receiver: string, count: number) {
  return db
    .selectFrom('replay_attempt')
    .innerJoin('replay_item', 'replay_item.id', 'replay_attempt.item_id')
    .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
    .where('replay_attempt.service', '=', owner.service)
    .where('replay_attempt.receiver_name', '=', receiver)
    .where('replay_run.account', '=', owner.account)
    .select(['replay_item.run_id', 'replay_item.list', 'replay_item.event_id', 'replay_item.state'])
    .select(['replay_item.payload', 'replay_attempt.at', 'replay_attempt.status'])
    .select(['replay_attempt.error', 'replay_attempt.cause', 'replay_attempt.duration_ms'])
    .orderBy('replay_attempt.at', 'desc')
    .limit(count)
    .execute()
}
