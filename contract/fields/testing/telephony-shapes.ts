import { dayFirst, epoch, plain, type SampleEvent, type Shape, shape } from './shape.ts'

/** The same plain item around every payload. */
function around(event: SampleEvent, request_json: unknown) {
  return {
    id: event.n,
    callback_url: event.url,
    failed_at: event.failed.toISOString(),
    request_json,
  }
}

const item = { id: 'id', receiver: 'callback_url', failed_at: 'failed_at' }

/** Payloads in the manner of telephone and call-tracking platforms. */
export const TELEPHONY_SHAPES: Shape[] = [
  shape(
    'Twilio',
    event =>
      around(event, {
        CallSid: `CA${event.uuid.replaceAll('-', '')}`,
        AccountSid: 'AC5ef8732a3c49700934481addd5ce1659',
        From: `+${event.caller}`,
        To: `+${event.tracking}`,
        CallStatus: 'completed',
        CallDuration: String(event.seconds),
        Timestamp: event.ended.toUTCString(),
        RecordingUrl: event.recording,
        CallerName: event.person,
      }),
    {
      item,
      payload: {
        call_id: 'CallSid',
        caller_number: 'From',
        tracking_number: 'To',
        call_duration: 'CallDuration',
        recording_url: 'RecordingUrl',
      },
    },
    { 'payload.call_start_stamp': ['Timestamp'], 'payload.call_end_stamp': ['Timestamp'] },
  ),
  shape(
    'Asterisk call detail record',
    event =>
      around(event, {
        uniqueid: `${epoch(event.started)}.${event.n}`,
        src: event.caller,
        dst: event.tracking,
        clid: `"${event.person}" <${event.caller}>`,
        start: plain(event.started),
        answer: plain(event.started),
        end: plain(event.ended),
        duration: event.seconds,
        billsec: event.seconds - 4,
        disposition: 'ANSWERED',
      }),
    {
      item,
      payload: {
        call_id: 'uniqueid',
        caller_number: 'src',
        tracking_number: 'dst',
        call_start_stamp: 'start',
        call_end_stamp: 'end',
        call_duration: 'duration',
      },
    },
  ),
  shape(
    'CallRail',
    event =>
      around(event, {
        id: `CAL${event.uuid}`,
        answered: event.n % 2 === 0,
        business_phone_number: '+27115550000',
        customer_name: event.person,
        customer_phone_number: `+${event.caller}`,
        tracking_phone_number: `+${event.tracking}`,
        start_time: event.started.toISOString(),
        duration: event.seconds,
        recording: event.recording,
        company_name: event.company,
        company_id: `COM${event.n % 4}`,
      }),
    {
      item,
      payload: {
        call_id: 'id',
        answered: 'answered',
        caller_number: 'customer_phone_number',
        tracking_number: 'tracking_phone_number',
        call_start_stamp: 'start_time',
        call_duration: 'duration',
        recording_url: 'recording',
        company: 'company_name',
      },
    },
    {},
  ),
  shape(
    'Aircall, nested',
    event =>
      around(event, {
        resource: 'call',
        event: 'call.ended',
        data: {
          id: 900_000 + event.n,
          direction: 'inbound',
          started_at: epoch(event.started),
          answered_at: epoch(event.started) + 4,
          ended_at: epoch(event.ended),
          duration: event.seconds,
          raw_digits: `+${event.caller}`,
          recording: event.recording,
          contact: { id: event.n, name: event.person },
          number: { id: 3, digits: `+${event.tracking}` },
        },
      }),
    {
      item,
      payload: {
        call_id: 'data.id',
        call_start_stamp: 'data.started_at',
        call_end_stamp: 'data.ended_at',
        call_duration: 'data.duration',
        recording_url: 'data.recording',
      },
    },
    {
      'payload.caller_number': ['data.raw_digits'],
      'payload.tracking_number': ['data.number.digits'],
    },
  ),
  shape(
    'Vonage',
    event =>
      around(event, {
        uuid: event.uuid,
        conversation_uuid: `CON-${event.uuid}`,
        from: event.caller,
        to: event.tracking,
        status: 'completed',
        start_time: event.started.toISOString(),
        end_time: event.ended.toISOString(),
        duration: String(event.seconds),
        rate: '0.0045',
      }),
    {
      item,
      payload: {
        call_id: 'uuid',
        caller_number: 'from',
        tracking_number: 'to',
        call_start_stamp: 'start_time',
        call_end_stamp: 'end_time',
        call_duration: 'duration',
      },
    },
    { 'payload.call_id': ['conversation_uuid'] },
  ),
  shape(
    'Plivo',
    event =>
      around(event, {
        CallUUID: event.uuid,
        From: event.caller,
        To: event.tracking,
        StartTime: plain(event.started),
        EndTime: plain(event.ended),
        Duration: event.seconds,
        RecordUrl: event.recording,
      }),
    {
      item,
      payload: {
        call_id: 'CallUUID',
        caller_number: 'From',
        tracking_number: 'To',
        call_start_stamp: 'StartTime',
        call_end_stamp: 'EndTime',
        call_duration: 'Duration',
      },
    },
    { 'payload.recording_url': ['RecordUrl'] },
  ),
  shape(
    'RingCentral, caller and callee as objects',
    event =>
      around(event, {
        sessionId: event.uuid,
        startTime: event.started.toISOString(),
        duration: event.seconds,
        from: { phoneNumber: `+${event.caller}`, name: event.person },
        to: { phoneNumber: `+${event.tracking}` },
        recording: { contentUri: event.recording },
      }),
    {
      item,
      payload: {
        call_id: 'sessionId',
        call_start_stamp: 'startTime',
        call_duration: 'duration',
        caller_number: 'from.phoneNumber',
        tracking_number: 'to.phoneNumber',
        recording_url: 'recording.contentUri',
      },
    },
  ),
  shape(
    'CallTrackingMetrics',
    event =>
      around(event, {
        id: event.n + 5_000,
        account_id: 12,
        name: event.person,
        caller_number: `+${event.caller}`,
        tracking_number: `+${event.tracking}`,
        business_number: '+27115550000',
        called_at: event.started.toISOString(),
        talk_time: event.seconds - 5,
        duration: event.seconds,
        audio: event.recording,
      }),
    {
      item,
      payload: {
        call_id: 'id',
        caller_number: 'caller_number',
        tracking_number: 'tracking_number',
        call_duration: 'duration',
        recording_url: 'audio',
      },
    },
    { 'payload.call_start_stamp': ['called_at'] },
  ),
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
      item,
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
      item,
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
      item,
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
      item,
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
    'Italian',
    event =>
      around(event, {
        id_chiamata: event.uuid,
        chiamante: event.caller,
        numero_tracciamento: event.tracking,
        inizio: dayFirst(event.started),
        fine: dayFirst(event.ended),
        durata: event.seconds,
        azienda: event.company,
        registrazione: event.recording,
      }),
    {
      item,
      payload: {
        call_id: 'id_chiamata',
        caller_number: 'chiamante',
        tracking_number: 'numero_tracciamento',
        call_start_stamp: 'inizio',
        call_end_stamp: 'fine',
        call_duration: 'durata',
        company: 'azienda',
        recording_url: 'registrazione',
      },
    },
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
      item,
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
      item,
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
      item,
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
      item,
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
      item,
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
