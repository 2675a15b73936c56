import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { eventually } from '../../testing/eventually.ts'

/** A change of a row at which a process waits, as SQL about the row before and after it, `old` and `new`. */
export type Point = { table: string; when: string }

/**
 * Lets processes wait at a point, in a transaction that isn't committed, while the ramp of the only receiver is
 * at a step.
 */
export async function holdAtStep({ db, longDb }: Database, { table, when }: Point) {
  const lock = sql`hashtextextended('hold at step', 0)`
  await sql`create table held_step (step integer)`.execute(db)
  await sql`insert into held_step values (null)`.execute(db)
  await sql`
    create function hold_at_step() returns trigger language plpgsql as $$
    begin
      if (select step from held_step) in (select 0 union select (ramp ->> 'step')::integer from replay_receiver) then
        perform pg_advisory_xact_lock_shared(${lock});
      end if;
      return new;
    end $$
  `.execute(db)
  await sql`
    create trigger hold_at_step before update on ${sql.table(table)}
    for each row when (${sql.raw(when)}) execute function hold_at_step()
  `.execute(db)
  const holder = await longDb.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(${lock})`.execute(holder)
  const isWaiting = sql`locktype = 'advisory' and not granted and database = (
    select oid from pg_database where datname = current_database()
  )`
  return {
    /** Sets the step, 0 for any, or null for none. The transactions that wait for another step end. */
    async at(step: number | null): Promise<void> {
      await sql`select pg_terminate_backend(pid) from pg_locks where ${isWaiting}`.execute(db)
      await sql`update held_step set step = ${step}`.execute(db)
    },
    /** Resolves when a process waits. */
    reached: () =>
      eventually(async () => {
        const { rows } = await sql`select from pg_locks where ${isWaiting}`.execute(db)
        return rows.length > 0
      }),
    end: () => holder.rollback().execute(),
  }
}
