import { z } from 'zod'
import * as activity from '../../../contract/activity.ts'
import * as administration from '../../../contract/administration.ts'
import * as blocklist from '../../../contract/blocklist.ts'
import * as callStatus from '../../../contract/call-status.ts'
import * as directory from '../../../contract/directory.ts'
import * as errors from '../../../contract/errors.ts'
import * as eventState from '../../../contract/event-state.ts'
import * as events from '../../../contract/events.ts'
import * as failedEvent from '../../../contract/failed-event.ts'
import * as serviceFields from '../../../contract/fields/service-fields.ts'
import * as notice from '../../../contract/notices/notice.ts'
import * as receiver from '../../../contract/receiver.ts'
import * as replay from '../../../contract/replay.ts'
import * as replayRequest from '../../../contract/replay-request.ts'
import * as session from '../../../contract/session.ts'
import * as telephony from '../../../contract/telephony.ts'

/** What is sent in bodies. */
export const NAMED_INPUTS = {
  BlocklistRequest: blocklist.BlocklistRequest,
  CallerCheck: telephony.CallerCheck,
  CompletedAnalysis: telephony.CompletedAnalysis,
  EndedCall: telephony.EndedCall,
  EventStatesRequest: eventState.EventStatesRequest,
  HandledEventsRequest: eventState.HandledEventsRequest,
  HandledEventsUndo: eventState.HandledEventsUndo,
  NoticeChange: notice.NoticeChange,
  ReplayRequest: replayRequest.ReplayRequest,
  ServiceFieldsChange: serviceFields.ServiceFieldsChange,
  TrackingNumberChanges: telephony.TrackingNumberChanges,
  TrackingNumberSettings: telephony.TrackingNumberSettings,
}

/** These and what is answered, by their names in the document. */
export const NAMED = {
  ...NAMED_INPUTS,
  AcceptedReport: telephony.AcceptedReport,
  ActivityEntry: activity.ActivityEntry,
  Attempt: failedEvent.Attempt,
  AvailableSource: directory.AvailableSource,
  BlocklistErrorBody: errors.BlocklistErrorBody,
  BlocklistRecord: blocklist.BlocklistRecord,
  CallBatchResult: telephony.CallBatchResult,
  CallStatus: callStatus.CallStatus,
  CallerVerdict: telephony.CallerVerdict,
  Company: directory.Company,
  CompanyContact: administration.CompanyContact,
  Contact: directory.Contact,
  DeliveryStatus: callStatus.DeliveryStatus,
  DetailBody: errors.DetailBody,
  EventStates: eventState.EventStates,
  FailedEventRecord: failedEvent.FailedEventRecord,
  FieldErrors: errors.FieldErrors,
  HandledEventsChanged: eventState.HandledEventsChanged,
  ListedEvent: events.ListedEvent,
  Notice: notice.Notice,
  NoticeChoices: notice.NoticeChoices,
  NoticeSettings: notice.NoticeSettings,
  OpenSessions: session.OpenSessions,
  Partner: administration.Partner,
  PartnerCompany: administration.PartnerCompany,
  PartnerGroup: administration.PartnerGroup,
  PartnerSource: administration.PartnerSource,
  Reading: events.Reading,
  Receiver: receiver.Receiver,
  ReceiverOutcomes: receiver.ReceiverOutcomes,
  ReceiverProbe: receiver.ReceiverTestResult,
  ReceiverSetting: receiver.ReceiverSetting,
  ReplayItem: replay.ReplayItem,
  ReplayRun: replay.ReplayRun,
  ReplayRunDetails: replay.ReplayRunDetails,
  ReplayRunItem: replay.ReplayRunItem,
  ServiceFields: serviceFields.ServiceFields,
  Session: session.Session,
  SettledDays: eventState.RecoveredDays,
  SigningSecret: telephony.SigningSecret,
  TrackingNumber: telephony.TrackingNumber,
  TrackingNumberPrefix: directory.TrackingNumberPrefix,
  ValidationBody: errors.ValidationBody,
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
  for (const [id, schema] of Object.entries(NAMED)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
}
