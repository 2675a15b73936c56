import { AROUND, around, epoch, plain, type Shape, shape } from './shape.ts'

/** Payloads in the style of telephone and call-tracking platforms. */
export const PLATFORM_SHAPES: Shape[] = [
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
      item: AROUND,
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
      item: AROUND,
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
      item: AROUND,
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
      item: AROUND,
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
      item: AROUND,
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
      item: AROUND,
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
      item: AROUND,
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
      item: AROUND,
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
]
