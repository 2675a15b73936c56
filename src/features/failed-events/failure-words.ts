import type { Attempt } from '../../../contract/failed-event.ts'

/** Why a delivery failed, for someone who has never seen a status code. */
export type FailureWords = {
  /** For a row: "Answered 500, an error on its side". */
  short: string
  /** After the receiver's name: "answered 500, which means that it failed on its own side." */
  happened: string
  /** What that means for the event. */
  means: string
  /** Who can mend it, and how to ask for it. */
  mend: string
}

/** How an attempt came out. `null` is for an event that names no attempts. */
export function failureWords(attempt: Pick<Attempt, 'status' | 'error'> | null): FailureWords {
  if (attempt === null) return NOT_TOLD
  if (attempt.status !== null) return wordsOfStatus(attempt.status)
  return wordsOfError(attempt.error)
}

const OPERATOR = 'whoever runs the receiver'

const NOT_TOLD: FailureWords = {
  short: 'The service doesn’t say why',
  happened: 'did not take this event in; the service doesn’t say what it answered.',
  means: 'The event never arrived, as far as the service knows.',
  mend: `Ask ${OPERATOR} whether it has been in trouble. A replay shows what it answers now.`,
}

function wordsOfStatus(status: number): FailureWords {
  const answered = `Answered ${status}`
  if (status === 200) {
    return {
      short: `${answered}, but too late`,
      happened: 'answered 200, but not within 10 seconds, so it counts as failed.',
      means: 'The receiver may have stored the event all the same: a replay may store it twice.',
      mend: `Ask ${OPERATOR} to answer at once and do the work afterwards.`,
    }
  }
  if (status >= 200 && status < 300) {
    return {
      short: `${answered}, but only 200 counts`,
      happened: `answered ${status}. That is a friendly answer, but only 200 counts as delivered.`,
      means: 'The receiver has most likely stored the event already: a replay may store it twice.',
      mend: `Ask ${OPERATOR} to answer 200 instead of ${status}. Nothing else has to change.`,
    }
  }
  if (status >= 300 && status < 400) {
    return {
      short: `${answered}, sent us elsewhere`,
      happened: `answered ${status}: it has moved, and sent us to another address. For safety, events are never sent on to where a receiver points.`,
      means: 'The event did not arrive.',
      mend: 'Have the new address set as the callback of the tracking number. A replay still goes to the old one.',
    }
  }
  if (status === 401 || status === 403) {
    return {
      short: `${answered}, turned us away`,
      happened: `answered ${status}: it does not let the service in.`,
      means: 'The event did not arrive. The receiver is up, but wants a password or a permission.',
      mend: `Ask ${OPERATOR} to let webhooks of the service in at this address.`,
    }
  }
  if (status === 404 || status === 410) {
    return {
      short: `${answered}, address not found`,
      happened: `answered ${status}: there is nothing at this address.`,
      means: 'The event did not arrive. The address has moved or was mistyped.',
      mend: `Ask ${OPERATOR} for the right address, or to bring this one back. Then replay.`,
    }
  }
  if (status === 413) {
    return {
      short: `${answered}, event too large for it`,
      happened: 'answered 413: the event is larger than it takes.',
      means: 'The event did not arrive, and will not until that limit is raised.',
      mend: `Ask ${OPERATOR} to accept larger requests.`,
    }
  }
  if (status === 429) {
    return {
      short: `${answered}, too busy`,
      happened: 'answered 429: it was sent more than it takes at a time.',
      means: 'The event did not arrive. The receiver is up, but was too busy.',
      mend: 'Wait for a quieter hour and replay.',
    }
  }
  if (status >= 400 && status < 500) {
    return {
      short: `${answered}, refused the event`,
      happened: `answered ${status}: it did not accept the event as it is.`,
      means: 'The event arrived but was not taken in. The same event may well be refused again.',
      mend: `Ask ${OPERATOR} what it did not like about this event; the payload below shows what was sent.`,
    }
  }
  if (status >= 502 && status <= 504) {
    return {
      short: `${answered}, not available`,
      happened: `answered ${status}: it was down or overloaded.`,
      means: 'The event most likely did not arrive.',
      mend: `This often passes by itself. If it lasts, tell ${OPERATOR}; then replay.`,
    }
  }
  if (status >= 500 && status < 600) {
    return {
      short: `${answered}, an error on its side`,
      happened: `answered ${status}, which means that it failed on its own side.`,
      means: 'The event arrived, but the receiver broke while it took it in.',
      mend: `Ask ${OPERATOR} to look for an error at the times below. Once it is mended, replay.`,
    }
  }
  return {
    short: `${answered}, but only 200 counts`,
    happened: `answered ${status}, which is not an answer that webhooks know. Only 200 counts.`,
    means: 'Nobody can tell whether the event was taken in.',
    mend: `Show this to ${OPERATOR}.`,
  }
}

/** Causes without an answer, by the words or the codes that senders use for them. */
const CAUSES: { pattern: RegExp; words: FailureWords }[] = [
  {
    pattern: /certificate|\btls\b|\bssl\b|CERT_|ERR_SSL|SELF_SIGNED|secure connection|speak HTTPS/i,
    words: {
      short: 'No secure connection',
      happened: 'could not prove who it is, so nothing was sent to it.',
      means:
        'The event did not arrive. The receiver’s certificate is expired, missing or not trusted.',
      mend: `Ask ${OPERATOR} to renew or mend its certificate. Then replay.`,
    },
  },
  {
    pattern: /private|reserved|this machine itself|must begin with https|not a valid URL/i,
    words: {
      short: 'Address not allowed',
      happened: 'has an address that events may not be sent to.',
      means: 'Nothing was sent. Receivers must have an https address on the open internet.',
      mend: 'Have the callback of the tracking number set to such an address.',
    },
  },
  {
    pattern: /looked up|ENOTFOUND|EAI_AGAIN|\bDNS\b|name .*(resolve|exist)/i,
    words: {
      short: 'Its name was not found',
      happened: 'could not be found: its name leads nowhere on the internet.',
      means: 'The event did not arrive. The name was mistyped, or has lapsed.',
      mend: `Ask ${OPERATOR} whether the name is right and still theirs.`,
    },
  },
  {
    pattern: /within .*second|time.?d? ?out|too slow|in time|deadline|nothing answers|ETIMEDOUT/i,
    words: {
      short: 'No answer in 10 seconds',
      happened: 'did not answer within 10 seconds, which counts as failed.',
      means:
        'The receiver may still have stored the event after that: a replay may store it twice.',
      mend: `Ask ${OPERATOR} to answer at once and do the work afterwards.`,
    },
  },
  {
    pattern: /refused|ECONNREFUSED/i,
    words: {
      short: 'Refused the connection',
      happened: 'refused the connection: nothing is listening at its address.',
      means: 'The event did not arrive. The receiver is switched off, or a firewall keeps us out.',
      mend: `Ask ${OPERATOR} to start it or to let the service through. Then replay.`,
    },
  },
  {
    pattern: /broke off|reset|ECONNRESET|EPIPE|socket|hang up|closed/i,
    words: {
      short: 'Broke off the connection',
      happened: 'broke off the connection before it had answered.',
      means: 'Nobody can tell whether the event was taken in: a replay may store it twice.',
      mend: `Ask ${OPERATOR} to look for crashes at the times below. Then replay.`,
    },
  },
  {
    pattern: /reached|EHOSTUNREACH|ENETUNREACH|unreachable/i,
    words: {
      short: 'Could not be reached',
      happened: 'could not be reached over the network.',
      means: 'The event did not arrive.',
      mend: `Ask ${OPERATOR} whether it is up and open to the internet. Then replay.`,
    },
  },
]

function wordsOfError(error: string | null): FailureWords {
  if (error === null || error.trim() === '') return NOT_TOLD
  const cause = CAUSES.find(({ pattern }) => pattern.test(error))
  return (
    cause?.words ?? {
      short: `Failed: ${error}`,
      happened: `did not take this event in. The service’s words for it: “${error}”.`,
      means: 'The event most likely did not arrive.',
      mend: `Show these words to ${OPERATOR}. A replay shows what it answers now.`,
    }
  )
}
