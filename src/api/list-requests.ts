/**
 * `background` is for what nobody is waiting for at this moment, such as reading a whole range: it
 * comes after whatever the page in front of the person needs.
 */
export type Urgency = 'foreground' | 'background'

/** Parallel page requests may push a client toward rate limits (docs/interface.md, "Limits"). */
const MAX_UNDER_WAY = 2
/** So that one place is always free, or free soon, for the foreground. */
const MAX_IN_BACKGROUND = 1

const LIST_PATH = /^\/v\d+\//

const underWay = { foreground: 0, background: 0 }
const waiting: { foreground: (() => void)[]; background: (() => void)[] } = {
  foreground: [],
  background: [],
}

/** Whether a request reads a list of the service, and so has to wait for its turn. */
export function isListRequest(method: string, path: string): boolean {
  return method === 'GET' && LIST_PATH.test(path)
}

/**
 * Sends once fewer than two list requests of this tab are under way, whoever made them.
 *
 * @throws the signal's reason when it is aborted before the turn has come
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
