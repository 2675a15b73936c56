import { ACTIVITY_PATHS, ACTIVITY_SCHEMAS } from './activity-paths.ts'
import { DAY_COUNT_PATHS } from './day-count-paths.ts'
import { EVENT_STATE_PATHS, EVENT_STATE_SCHEMAS } from './event-state-paths.ts'
import { FIELD_PATHS, FIELD_SCHEMAS } from './field-paths.ts'
import { RECEIVER_PATHS, RECEIVER_SCHEMAS } from './receiver-paths.ts'
import { REPLAY_PATHS, REPLAY_SCHEMAS } from './replay-paths.ts'
import { SESSION_PATHS, SESSION_SCHEMAS } from './session-paths.ts'

/*
 * The gateway's own endpoints that scripts may use, for the OpenAPI document. They are no part of
 * docs/interface.md.
 */

export const GATEWAY_PATHS = {
  ...REPLAY_PATHS,
  ...EVENT_STATE_PATHS,
  ...DAY_COUNT_PATHS,
  ...RECEIVER_PATHS,
  ...ACTIVITY_PATHS,
  ...FIELD_PATHS,
  ...SESSION_PATHS,
}

/** By the names that the paths refer to them by. */
export const GATEWAY_SCHEMAS = {
  ...REPLAY_SCHEMAS,
  ...EVENT_STATE_SCHEMAS,
  ...RECEIVER_SCHEMAS,
  ...ACTIVITY_SCHEMAS,
  ...FIELD_SCHEMAS,
  ...SESSION_SCHEMAS,
}
