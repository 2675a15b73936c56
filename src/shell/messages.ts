import { PAGE_HEADS } from '../../contract/document-data.ts'

export const overview = PAGE_HEADS['/'].title
export const failedCalls = PAGE_HEADS['/failed-calls'].title
export const failedAiEvents = PAGE_HEADS['/failed-ai-events'].title
export const blocklist = PAGE_HEADS['/blocklist'].title
export const replays = 'Replays'
export const receivers = 'Receivers'
export const activity = 'Activity'
export const settings = 'Settings'
