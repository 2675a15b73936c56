import type { FollowUpState } from '../../../contract/follow-up.ts'

export const FOLLOW_UP_STATES: Record<FollowUpState, string> = {
  open: 'Open',
  waiting: 'Waiting for the customer',
  done: 'Done',
}
