import type { MIGRATIONS } from './migrate.ts'

/** What `npm run migrate -- plan` prints about a migration. A test compares it with the locks that it takes. */
export type MigrationNote = {
  does: string
  /** Tables that nobody can read or write while it runs. */
  stopsAll?: string[]
  /** Tables that nobody can write to while it runs. */
  stopsWrites?: string[]
  /** Whose rows it reads or changes, if there may be many; otherwise it takes a moment. */
  takesAsLongAs?: string
  /** What it waits for, if it does (`waitsFor` of the migration). */
  waits?: string
}

export const MIGRATION_NOTES: Record<keyof typeof MIGRATIONS, MigrationNote> = {
  '0001-service-and-replays': {
    does: 'Creates the tables of partners, tokens, blocklists, failed events and replays.',
  },
  '0002-deliveries': {
    does: 'Creates the tables of calls and deliveries, and gives each tracking number a signing secret.',
    stopsAll: ['tracking_number'],
  },
  '0003-replay-runs': {
    does: 'Turns replays into runs, and finds their receivers, times and counts.',
    stopsAll: ['replay_item', 'replay_run'],
    takesAsLongAs: 'replay_item',
  },
  '0004-receivers': {
    does: 'Creates the table of receivers’ settings, and finds the receiver of each replay attempt.',
    stopsAll: ['replay_attempt'],
    takesAsLongAs: 'replay_attempt',
  },
  '0005-report-digests': {
    does: 'Adds the digests that distinguish two reports of a call.',
    stopsAll: ['tracked_call'],
  },
  '0006-receivers-by-url': {
    does: 'Names the receiver of each replay by host and path.',
    stopsAll: ['replay_attempt', 'replay_item'],
    takesAsLongAs: 'replay_item and replay_attempt',
  },
  '0007-sessions': {
    does: 'Creates the tables of sessions, sign-in links and the key of accounts.',
  },
  '0008-drafts-of-runs': {
    does: 'Adds the size of each replay run, and when somebody looked at it.',
    stopsAll: ['replay_run'],
  },
  '0009-activity': { does: 'Creates the table of the activity log.' },
  '0010-deliveries-at-speed': {
    does: 'Creates the table of processes, and lets attempts change a delivery within its page.',
    stopsAll: ['delivery', 'delivery_attempt'],
  },
  '0011-tasks-of-runs': {
    does: 'Adds the unfinished tasks of replay runs, and corrects cancelled runs.',
    stopsAll: ['replay_run'],
    takesAsLongAs: 'replay_run',
  },
  '0012-lists-with-caller': { does: 'Creates the function of the caller check.' },
  '0013-handled-events': { does: 'Creates the table of events that were handled elsewhere.' },
  '0014-receivers-of-runs': {
    does: 'Builds an index for the receivers of a replay run.',
    stopsWrites: ['replay_item'],
    takesAsLongAs: 'replay_item',
  },
  '0015-moments-of-failures': {
    does: 'Adds when a replayed or handled event failed.',
    stopsAll: ['handled_event', 'replay_item'],
  },
  '0016-fields-of-services': {
    does: 'Creates the tables of a foreign service’s fields and of confirmed receivers.',
  },
  '0017-replay-attempts-by-name': {
    does: 'Removes an index of replay attempts that nothing uses.',
    stopsAll: ['replay_attempt'],
  },
  '0020-used-settings': {
    does: 'Creates the table of the settings that the database was used with.',
  },
  '0022-removed-numbers-and-partners': {
    does: 'Lets tracking numbers and partners be removed.',
    stopsAll: ['partner', 'tracking_number'],
  },
  '0023-expiring-tokens': { does: 'Lets API tokens expire.', stopsAll: ['api_token'] },
  '0026-retention': {
    does: 'Lets old replay runs and calls be removed.',
    stopsAll: ['replay_run'],
  },
  '0027-accounts-of-sessions': {
    does: 'Gives each session its account.',
    stopsAll: ['session'],
  },
  '0028-partitions': {
    does: 'Divides deliveries into partitions, so that old ones are removed in a moment.',
    stopsAll: ['delivery', 'delivery_attempt'],
    waits:
      'It waits for seven days after 0026-retention, because processes of versions before that could not report calls afterwards. The next start or the next night then runs it.',
  },
  '0029-companies-of-replays': {
    does: 'Keeps the company of each replayed event, to sort by it.',
    stopsAll: ['replay_item'],
  },
  '0030-handled-events-of-runs': {
    does: 'Adds whether a replay run sends events that were handled elsewhere.',
    stopsAll: ['replay_run'],
  },
}
