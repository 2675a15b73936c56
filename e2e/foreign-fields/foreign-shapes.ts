/** What happened to one call, to be written as a service writes it. */
type Call = { n: number; url: string; at: Date }

/** Items as two services list them, and what their rows say. */
export type ForeignShape = {
  name: string
  item: (call: Call) => Record<string, unknown>
  /** What the first row says. */
  row: string[]
}

const MINUTE = 60_000
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
]
