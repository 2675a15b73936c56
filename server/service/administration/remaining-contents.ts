import { formatCount } from '../../../contract/text/count.ts'
import { detailError } from '../../http/http-error.ts'

/** How many of something there are: [3, 'contact', 'contacts']. */
export type Counted = [count: number, one: string, many: string]

type Removal = {
  /** Such as "partner". */
  what: string
  trackingNumbers: number
  /** What else belongs to it. */
  contents: Counted[]
  withContents: boolean
}

/**
 * Checks that a removal deletes no contents unless the request says so.
 *
 * @throws HttpError 409 that says what belongs to it
 */
export function refuseContents({ what, trackingNumbers, contents, withContents }: Removal): void {
  if (trackingNumbers > 0) {
    const numbers = list([[trackingNumbers, 'tracking number', 'tracking numbers']])
    throw detailError(409, `The ${what} has ${numbers}. Remove or move them first.`)
  }
  const remaining = contents.filter(([count]) => count > 0)
  if (withContents || remaining.length === 0) return
  throw detailError(
    409,
    `The ${what} has ${list(remaining)}. Nothing was removed. with_contents=true removes the ${what} with all of them.`,
  )
}

function list(counted: Counted[]): string {
  const parts = counted.map(counts => formatCount(...counts))
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
