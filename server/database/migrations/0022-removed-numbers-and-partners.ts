import { type Kysely, sql } from 'kysely'

/*
 * A tracking number or a partner that is removed stays as a row, because calls, deliveries and
 * failed events refer to it. Its phone number or reference is changed, so that another one can have
 * it, and the version before does not find it either (docs/decisions/0055). A removed number has no
 * company, so that the company can be removed too.
 */
const STATEMENTS = [
  'alter table tracking_number add column removed_at timestamptz',
  'alter table tracking_number add column former_number text',
  'alter table tracking_number alter column company_id drop not null',
  `create index tracking_number_removed on tracking_number (former_number)
    where former_number is not null`,
  'alter table partner add column removed_at timestamptz',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
