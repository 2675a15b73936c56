import { z } from 'zod'
import { ActivityEntry } from '../../../contract/activity.ts'
import {
  CompanyContact,
  Partner,
  PartnerCompany,
  PartnerGroup,
  PartnerSource,
} from '../../../contract/administration.ts'
import { BlocklistRecord, BlocklistRequest } from '../../../contract/blocklist.ts'
import { CallStatus, DeliveryStatus } from '../../../contract/call-status.ts'
import {
  AvailableSource,
  Company,
  Contact,
  TrackingNumberPrefix,
} from '../../../contract/directory.ts'
import {
  BlocklistErrorBody,
  DetailBody,
  FieldErrors,
  ValidationBody,
} from '../../../contract/errors.ts'
import {
  EventStates,
  EventStatesRequest,
  HandledEventsChanged,
  HandledEventsRequest,
  HandledEventsUndo,
  RecoveredDays,
} from '../../../contract/event-state.ts'
import { ListedEvent, Reading } from '../../../contract/events.ts'
import { Attempt, FailedEventRecord } from '../../../contract/failed-event.ts'
import { ServiceFields, ServiceFieldsChange } from '../../../contract/fields/service-fields.ts'
import {
  Notice,
  NoticeChange,
  NoticeChoices,
  NoticeSettings,
} from '../../../contract/notices/notice.ts'
import {
  Receiver,
  ReceiverOutcomes,
  ReceiverSetting,
  ReceiverTestResult,
} from '../../../contract/receiver.ts'
import { ReplayItem, ReplayRun, ReplayRunDetails, ReplayRunItem } from '../../../contract/replay.ts'
import { ReplayRequest } from '../../../contract/replay-request.ts'
import { OpenSessions, Session } from '../../../contract/session.ts'
import {
  AcceptedReport,
  CallBatchResult,
  CallerCheck,
  CallerVerdict,
  CompletedAnalysis,
  EndedCall,
  SigningSecret,
  TrackingNumber,
  TrackingNumberChanges,
  TrackingNumberSettings,
} from '../../../contract/telephony.ts'

/** What is answered. */
const NAMED = {
  AcceptedReport,
  ActivityEntry,
  Attempt,
  AvailableSource,
  BlocklistErrorBody,
  BlocklistRecord,
  CallBatchResult,
  CallStatus,
  CallerVerdict,
  Company,
  CompanyContact,
  Contact,
  DeliveryStatus,
  DetailBody,
  EventStates,
  FailedEventRecord,
  FieldErrors,
  HandledEventsChanged,
  Receiver,
  ListedEvent,
  Notice,
  NoticeChoices,
  NoticeSettings,
  OpenSessions,
  Partner,
  PartnerCompany,
  PartnerGroup,
  PartnerSource,
  Reading,
  ReceiverOutcomes,
  ReceiverProbe: ReceiverTestResult,
  ReceiverSetting,
  ReplayItem,
  ReplayRun,
  ReplayRunDetails,
  ReplayRunItem,
  ServiceFields,
  Session,
  SettledDays: RecoveredDays,
  SigningSecret,
  TrackingNumber,
  TrackingNumberPrefix,
  ValidationBody,
}

/** What is sent in bodies. */
const NAMED_INPUTS = {
  BlocklistRequest,
  CallerCheck,
  CompletedAnalysis,
  EndedCall,
  EventStatesRequest,
  HandledEventsRequest,
  HandledEventsUndo,
  NoticeChange,
  ReplayRequest,
  ServiceFieldsChange,
  TrackingNumberChanges,
  TrackingNumberSettings,
}

/** FieldErrors without itself in it: generators of clients cannot name a type that has itself in it. */
export const FIELD_ERRORS = {
  description:
    'Messages of a field, or, for an object or a list, the same again by field, by position or by index.',
  anyOf: [
    { type: 'string' as const },
    { type: 'array' as const, items: {} },
    { type: 'object' as const, additionalProperties: {} },
  ],
}

/** Gives the contract's schemas the names by which the OpenAPI document refers to them. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries({ ...NAMED, ...NAMED_INPUTS })) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
}

export function isNamed(id: string): boolean {
  return id in NAMED || id in NAMED_INPUTS
}

export function isNamedInput(id: string): boolean {
  return id in NAMED_INPUTS
}
