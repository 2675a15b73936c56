import type { BlocklistRequest } from '../contract/blocklist.ts'
import type { Answer } from './answer.ts'
import { BLOCKLIST, FULL_PAGE } from './lists.ts'
import type { Quote } from './quote.ts'
import { readList } from './read-list.ts'
import type { BlockTrial } from './read-settings.ts'
import { type Question, type Service, Stopped } from './service.ts'

const UNBLOCK = '/v1/blocklist/unblock/'
/** An account with more records is not suitable for this check. */
const MAX_PAGES = 15

type ListOptions = Pick<Question, 'evenIfInterrupted'>

/** The single number that is blocked and unblocked, on the account's real blocklist. */
export type BlockedNumber = {
  block(): Promise<Answer>
  unblock(): Promise<Answer>
  /** Whether a block was requested that the service may still execute. */
  isUncertain(): boolean
  /**
   * How often the account's blocklist has the number, in any notation and for any entity.
   *
   * @throws Stopped when the list can't be read to its end
   */
  timesListed(options?: ListOptions): Promise<number>
}

export function blockedNumber(service: Service, trial: BlockTrial, quote: Quote): BlockedNumber {
  const body: BlocklistRequest = {
    entity: trial.entity,
    entity_context_name: trial.context,
    blocked_phone_number_list: [{ phone_number: trial.number }],
  }
  const post = (path: string) =>
    service.send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // If it were interrupted half-way, nobody would know whether it was executed.
      evenIfInterrupted: true,
    })
  let isUncertain = false
  return {
    async block() {
      const answer = await post(BLOCKLIST.path)
      isUncertain ||= answer.status === null || answer.status >= 500
      return answer
    },
    isUncertain: () => isUncertain,
    unblock: () => post(UNBLOCK),
    async timesListed(options = {}) {
      let times = 0
      for (let page = 1; page <= MAX_PAGES; page++) {
        const query = new URLSearchParams({ ...FULL_PAGE, page: String(page) })
        const answer = await service.send({ path: `${BLOCKLIST.path}?${query}`, ...options })
        const list = readList(answer, quote)
        if (list.kind === 'none') throw new Stopped(`The blocklist cannot be read: ${list.why}.`)
        times += timesIn(list.items, trial.number)
        if (list.kind === 'flat' || list.next === null) return times
      }
      throw new Stopped(`The blocklist has more than ${MAX_PAGES} pages: use a smaller account.`)
    },
  }
}

/** In records of any shape: every text or number with the digits counts. */
function timesIn(items: unknown[], number: string): number {
  let times = 0
  JSON.stringify(items, (_key, value: unknown) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    if (isText && String(value).replaceAll(/\D/g, '') === number) times++
    return value
  })
  return times
}
