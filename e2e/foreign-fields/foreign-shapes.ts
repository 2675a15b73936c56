/** What happened to one call, to be written as a service writes it. */
type Call = { n: number; url: string; at: Date }

/** Items as four services list them, and what their rows say. */
export type ForeignShape = {
  name: string
  item: (call: Call) => Record<string, unknown>
  /** What the first row says. */
  row: string[]
}

const MINUTE = 60_000
const text = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')
const caller = (n: number) => `2782555${1000 + n}`
const payload = ({ n, at }: Call) => ({
  call_id: 700 + n,
  caller_number: caller(n),
  tracking_number: '27105550101',
  call_start_stamp: new Date(at.getTime() - 40 * MINUTE).toISOString(),
  company: { name: `Company ${n}.` },
})

export const FOREIGN_SHAPES: ForeignShape[] = [
  {
    name: 'Django REST Framework, with a status and no time',
    item: call => ({
      id: call.n,
      callback_url: call.url,
      response_status: 503,
      request_json: payload(call),
    }),
    row: ['Call: ', 'Company 1.', 'Answered 503'],
  },
  {
    name: 'pk, http_code and error_message',
    item: call => ({
      pk: 100 + call.n,
      webhook_url: call.url,
      http_code: null,
      error_message: 'HTTPSConnectionPool(host=hooks): Read timed out. (read timeout=10)',
      created: call.at.toISOString(),
      retries: 4,
      request_json: payload(call),
    }),
    row: ['Company 1.', 'No answer in 10 seconds'],
  },
  {
    name: 'nested answers, epoch seconds and a payload of its own',
    item: call => ({
      uid: `evt-${call.n}`,
      endpoint: { id: 7, url: call.url },
      last_response: { status: 401, bytes: 100 + call.n },
      attempts_made: 3,
      failed_ts: Math.floor(call.at.getTime() / 1000),
      request_json: {
        callSid: `CA${call.n}`,
        from: `+${caller(call.n)}`,
        to: '+27105550101',
        startedAt: call.at.getTime() - 40 * MINUTE,
        dealership: `Company ${call.n}.`,
      },
    }),
    row: ['Company 1.', 'Answered 401'],
  },
  {
    name: 'times without a zone and a payload as text',
    item: call => ({
      reference: `A-${call.n}`,
      target_url: call.url,
      response_code: 404,
      tries: 4,
      failed_on: text(new Date(call.at.getTime() + 2 * 60 * MINUTE)),
      request_json: JSON.stringify({
        call_reference: 900 + call.n,
        calling_number: caller(call.n),
        dialled_number: '27105550101',
        business: `Company ${call.n}.`,
      }),
    }),
    row: ['Company 1.', 'Answered 404'],
  },
]
