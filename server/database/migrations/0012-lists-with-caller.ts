import { type Kysely, sql } from 'kysely'

/*
 * The caller check's query as a function: PostgreSQL plans a function's query once per connection,
 * also behind a connection pooler (docs/decisions/0046). A plan that was made while the lists were
 * short would read them completely after an import, until the tables are analyzed. So the function
 * always uses the indexes.
 */
const FUNCTION = `
  create function lists_with_caller(tracking_number_called text, caller text) returns json
  language plpgsql stable set enable_seqscan = off as $$
  begin
    return (
      select to_json(array(
        select list.id from (
          select id from blocklist
          where partner_id = number.partner_id
            and company_id = number.company_id and group_id is null
          union all
          select id from blocklist
          where partner_id = number.partner_id and company_id is null and group_id = any (array(
            select group_id from company_group_member where company_id = number.company_id
          ))
          union all
          select id from blocklist
          where partner_id = number.partner_id and company_id is null and group_id is null
        ) as list
        where exists (
          select from blocked_number
          where blocklist_id = list.id and phone_number = caller
        )
      ))
      from tracking_number as number
      where phone_number = tracking_number_called
    );
  end
  $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FUNCTION).execute(db)
}
