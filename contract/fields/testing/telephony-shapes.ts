import { AROUND, around, epoch, plain, type Shape, shape } from './shape.ts'

/** More telephony payloads, with agents, withheld callers and other languages. */
export const TELEPHONY_SHAPES: Shape[] = [
  shape(
    'WhatConverts',
    event =>
      around(event, {
        lead_id: event.n + 100,
        account: event.company,
        profile: event.company,
        lead_type: 'Phone Call',
        contact_name: event.person,
        phone_number: `+${event.tracking}`,
        caller_number: `+${event.caller}`,
        call_duration_seconds: event.seconds,
        recording: event.recording,
        date_created: event.started.toISOString(),
      }),
    {
      item: AROUND,
      payload: {
        caller_number: 'caller_number',
        call_duration: 'call_duration_seconds',
        recording_url: 'recording',
        company: 'account',
      },
    },
    {
      'payload.tracking_number': ['phone_number'],
      'payload.company': ['profile'],
      'payload.call_id': ['lead_id'],
    },
  ),
  shape(
    'Dialpad',
    event =>
      around(event, {
        call_id: 5_000_000_000 + event.n,
        date_started: event.started.getTime(),
        date_ended: event.ended.getTime(),
        duration: event.seconds * 1000.5,
        external_number: `+${event.caller}`,
        internal_number: `+${event.tracking}`,
        contact: { id: event.n, name: event.person, phone: `+${event.caller}` },
        recording_url: [event.recording],
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'call_id',
        call_start_stamp: 'date_started',
        call_end_stamp: 'date_ended',
        call_duration: 'duration',
      },
    },
    {
      'payload.caller_number': ['external_number', 'contact.phone'],
      'payload.tracking_number': ['internal_number'],
    },
  ),
  shape(
    'FreeSWITCH variables',
    event =>
      around(event, {
        call_uuid: event.uuid,
        caller_id_number: event.caller,
        caller_id_name: event.person,
        destination_number: event.tracking,
        start_epoch: epoch(event.started),
        answer_epoch: epoch(event.started) + 3,
        end_epoch: epoch(event.ended),
        duration: event.seconds,
        hangup_cause: 'NORMAL_CLEARING',
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'call_uuid',
        caller_number: 'caller_id_number',
        tracking_number: 'destination_number',
        call_start_stamp: 'start_epoch',
        call_end_stamp: 'end_epoch',
        call_duration: 'duration',
      },
    },
  ),
  shape(
    'camelCase with a company object',
    event =>
      around(event, {
        callId: event.uuid,
        callerNumber: event.caller,
        trackingNumber: event.tracking,
        startedAt: event.started.toISOString(),
        endedAt: event.ended.toISOString(),
        callDuration: event.seconds,
        isAnswered: event.n % 2 === 0,
        company: { id: event.n % 4, name: event.company },
        contactName: event.person,
        recordingUrl: event.recording,
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'callId',
        caller_number: 'callerNumber',
        tracking_number: 'trackingNumber',
        call_start_stamp: 'startedAt',
        call_end_stamp: 'endedAt',
        call_duration: 'callDuration',
        answered: 'isAnswered',
        company: 'company',
        recording_url: 'recordingUrl',
      },
    },
    { 'payload.company': ['company.name'] },
  ),
  shape(
    'Afrikaans',
    event =>
      around(event, {
        oproep_id: event.uuid,
        oproeper: event.caller,
        begin_tyd: event.started.toISOString(),
        einde_tyd: event.ended.toISOString(),
        maatskappy: event.company,
        opname: event.recording,
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'oproep_id',
        caller_number: 'oproeper',
        call_start_stamp: 'begin_tyd',
        call_end_stamp: 'einde_tyd',
        company: 'maatskappy',
        recording_url: 'opname',
      },
    },
  ),
  shape(
    'AI analysis of a call',
    event =>
      around(event, {
        callId: event.uuid,
        intent: 'purchase',
        sentiment: 'positive',
        vehicle: 'Toyota Hilux',
        outcome: 'appointment',
        score: 0.93,
        transcriptUrl: `https://transcripts.example/${event.n}`,
        dealership: event.company,
        leadName: event.person,
        analysedAt: event.created.toISOString(),
      }),
    {
      item: AROUND,
      payload: { call_id: 'callId', company: 'dealership' },
    },
    { 'payload.call_end_stamp': ['analysedAt'] },
  ),
  shape(
    'caller, customer and agent beside each other',
    event =>
      around(event, {
        call: { id: event.uuid, started: event.started.toISOString(), seconds: event.seconds },
        caller: { number: event.caller, name: event.person, city: 'Durban' },
        dialled: { number: event.tracking },
        agent: { number: '27115550009', name: 'Thandi Nkosi' },
        client: { id: event.n % 4, name: event.company },
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'call.id',
        call_start_stamp: 'call.started',
        call_duration: 'call.seconds',
        caller_number: 'caller.number',
        tracking_number: 'dialled.number',
        company: 'client',
        contact: 'agent',
      },
    },
    { 'payload.company': ['client.name'], 'payload.contact': ['agent.name'] },
  ),
  shape(
    'numbers written for people',
    event =>
      around(event, {
        reference: event.uuid,
        caller: `+27 82 555 ${1000 + event.n}`,
        tracking: '(021) 555-2000',
        callTime: plain(event.started),
        brand: event.company,
      }),
    {
      item: AROUND,
      payload: {
        caller_number: 'caller',
        tracking_number: 'tracking',
        call_start_stamp: 'callTime',
        company: 'brand',
      },
    },
    { 'payload.call_id': ['reference'] },
  ),
  shape(
    'withheld callers',
    event =>
      around(event, {
        call_id: event.uuid,
        ani: event.n % 2 ? 'anonymous' : event.caller,
        dnis: event.tracking,
        call_start: event.started.toISOString(),
        hangup_time: event.ended.toISOString(),
        organization: { name: event.company },
      }),
    {
      item: AROUND,
      payload: {
        call_id: 'call_id',
        caller_number: 'ani',
        tracking_number: 'dnis',
        call_start_stamp: 'call_start',
        call_end_stamp: 'hangup_time',
        company: 'organization',
      },
    },
    { 'payload.company': ['organization.name'] },
  ),
]
