import { type Kysely, sql } from 'kysely'
import { GATEWAY_TABLES } from './0001-gateway-tables.ts'
import { REPLAY_TABLES } from './0001-replay-tables.ts'
import { SERVICE_TABLES } from './0001-service-tables.ts'
import { statementsFor } from './columns.ts'

const INDEXES = [
  `create index tracking_number_removed on tracking_number (former_number)
    where former_number is not null`,
  // The caller check's query as a function: PostgreSQL plans a function's query once per connection,
  // also behind a connection pooler (docs/decisions/0014). A plan that was made while the lists were
  // short would scan them after an import, until the tables are analysed. So the function always uses
  // the indexes.
  `create function lists_with_caller(tracking_number_called text, caller text) returns json
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
  $$`,
  'create index tracked_call_by_end on tracked_call (ended_at, id)',
  'create index replay_run_of_account on replay_run (service, account, created_at desc)',
  "create index replay_run_reading on replay_run (renewed_at) where state = 'reading'",
  'create index replay_run_never_started on replay_run (created_at) where started_at is null',
  "create index replay_run_running on replay_run (id) where state = 'running'",
  // PostgreSQL 15 does not know the short form of this in "create table".
  'alter table replay_item alter column payload set storage external',
  'create index replay_item_by_event on replay_item (service, list, event_id, id desc)',
  // Both lists may use the same ids.
  'create unique index replay_item_once_in_run on replay_item (run_id, event_id, list)',
  'create index replay_item_of_company on replay_item (run_id, company)',
  'create index replay_item_in_order on replay_item (run_id, pass desc, id)',
  // The oldest events of a receiver come first.
  `create index replay_item_by_age on replay_item
    (run_id, receiver_name, (coalesce(failed_at, '-infinity')), pass, (-id))`,
  'create index replay_attempt_by_item on replay_attempt (item_id)',
  `create index replay_attempt_of_receiver_name
    on replay_attempt (service, receiver_name, at desc)`,
  'create index standing_order_active on standing_order (ends_at) where ended is null',
  'create index standing_order_with_token on standing_order (next_read_at) where sealed is not null',
  'create index session_of_token on session (service, made_by, last_used_at desc)',
  'create index session_by_use on session (last_used_at)',
  'create index activity_of_account on activity (service, account, at desc, id desc)',
  'create index activity_of_person on activity (service, account, who, at desc, id desc)',
  'create index activity_of_kind on activity (service, account, kind, at desc, id desc)',
  // Old entries of all accounts are deleted.
  'create index activity_by_time on activity (at)',
  'create index follow_up_note_newest on follow_up_note (follow_up_id, id desc)',
  'create index block_note_of_entity on block_note (account, service, context, reference)',
  `create unique index saved_view_name on saved_view (service, account, owner, lower(name))
    nulls not distinct`,
  'create index notice_of_account on notice (service, account, id)',
  `create unique index notice_recipient_person on notice_recipient (service, account, made_by, who)
    where company is null`,
  `create unique index notice_recipient_company on notice_recipient (service, account, company)
    where company is not null`,
  'create index notice_message_of_recipient on notice_message (recipient_id, at)',
  "create index notice_message_open on notice_message (next_at) where state in ('waiting', 'sending')",
  'create index event_mirror_day_by_opening on event_mirror_day (opened_at)',
  // Has what counts and charts need, so that they don't read the long texts of all events.
  `create index listed_event_of_day on listed_event (mirror_id, day, position)
    include (facet, at, has_receiver, event_id, call_hash)`,
  // Small, because many events have the same day. Without it, PostgreSQL counts a range by a larger index.
  'create index listed_event_count on listed_event (mirror_id, day)',
  'create index listed_event_facet on listed_event (mirror_id, facet)',
  // The orders of lists, which sorting a large range takes long for.
  'create index listed_event_by_time on listed_event (mirror_id, at desc nulls last, day desc, position)',
  'create index listed_event_by_company on listed_event (mirror_id, company_key collate "C", day desc, position)',
  'create index listed_event_by_cause on listed_event (mirror_id, cause_key collate "C", day desc, position)',
  'create index listed_event_by_receiver on listed_event (mirror_id, receiver_key collate "C", day desc, position)',
  `create index listed_event_by_caller on listed_event
    (mirror_id, caller_key collate "C" desc nulls last, day desc, position)`,
  // For the count of an account's marks, and whether it has changed.
  `create index event_state_handled on event_state (service, account, list, handled_at)
    where handled_at is not null`,
  // For the recovered events of some days. Each replay writes to it, so it is short.
  `create index event_state_recovered on event_state (account, failed_at, day)
    where delivered_at is not null or handled_at is not null`,
]

export const does = 'Creates the tables.'

export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = [SERVICE_TABLES, REPLAY_TABLES, GATEWAY_TABLES].flatMap(statementsFor)
  await sql.raw([...tables, ...INDEXES].join(';\n')).execute(db)
}
