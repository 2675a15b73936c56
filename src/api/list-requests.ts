/**
 * `background` is for requests that nobody waits for, such as loading a whole range. They run after
 * the requests of the page on screen.
 */
export type Urgency = 'foreground' | 'background'

/** Parallel page requests may push a client toward rate limits (docs/interface.md, "Limits"). */
const MAX_UNDER_WAY = 2
/** Leaves one slot for foreground requests. */
const MAX_IN_BACKGROUND = 1

const LIST_PATH = /^\/(v\d+\/|gateway\/events\/page\?)/

const underWay = { foreground: 0, background: 0 }
const waiting: { foreground: (() => void)[]; background: (() => void)[] } = {
  foreground: [],
  background: [],
}

/** Whether a request loads a list of the service and has to wait for a slot. */
export function isListRequest(method: string, path: string): boolean {
  return method === 'GET' && LIST_PATH.test(path)
}

/**
 * Sends the request when fewer than two list requests of this tab are in flight.
 *
 * @throws the signal's reason if it is aborted before a slot is free
 */
export async function inTurn<Answer>(
  send: () => Promise<Answer>,
  { urgency = 'foreground', signal }: { urgency?: Urgency; signal?: AbortSignal },
): Promise<Answer> {
  await turn(urgency, signal)
  try {
    return await send()
  } finally {
    underWay[urgency]--
    beginNext()
  }
}

function turn(urgency: Urgency, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const begin = () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting[urgency] = waiting[urgency].filter(other => other !== begin)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp)
    waiting[urgency].push(begin)
    beginNext()
  })
}

function beginNext(): void {
  const urgency = waiting.foreground.length > 0 ? 'foreground' : 'background'
  if (underWay.foreground + underWay.background >= MAX_UNDER_WAY) return
  if (urgency === 'background' && underWay.background >= MAX_IN_BACKGROUND) return
  const begin = waiting[urgency].shift()
  if (begin === undefined) return
  underWay[urgency]++
  begin()
}
