import * as z from 'zod/mini'
import { BlocklistRecord, type BlocklistRequest } from '../contract/blocklist.ts'
import { FieldErrors } from '../contract/errors.ts'
import { FIRST_PAGE, isPlace } from '../contract/pages/page-place.ts'
import { formatCount } from '../contract/text/count.ts'
import { BLOCKLIST, FULL_PAGE, pathOf, readList, shapeProblems } from './lists.ts'
import type { BlockTrial } from './read-settings.ts'
import type { Check, Outcome, Probing } from './report.ts'
import { masked } from './report.ts'
import { describeAnswer, Stopped } from './service.ts'

const UNBLOCK = '/v1/blocklist/unblock/'
/** An account with more records is not suitable for this check. */
const MAX_PAGES = 15

const TRIES_TO_RESTORE = 4
/** After the first attempt; longer after each further one. */
const RESTORE_PAUSE_MS = 500

/** The steps in order, each with the status and what the list has afterwards. */
const CHANGES = [
  { name: 'an add', path: BLOCKLIST, status: 201, times: 1 },
  { name: 'a repeated add', path: BLOCKLIST, status: 201, times: 1 },
  { name: 'an unblock', path: UNBLOCK, status: 200, times: 0 },
  { name: 'a repeated unblock', path: UNBLOCK, status: 404, times: 0 },
]

/** The one check that writes: POST /v1/blocklist/ and POST /v1/blocklist/unblock/. */
export function blockingCheck(trial: BlockTrial): Check {
  return {
    id: 'blocking',
    asks: 'A number can be blocked and unblocked, and is off the blocklist again',
    redial: {
      differs: 'Reads the list again after a change, and shows what is on it.',
      fails: 'Says that the change failed, or that the list does not show it.',
    },
    look: probing => blockAndUnblock(probing, trial),
  }
}

async function blockAndUnblock(probing: Probing, trial: BlockTrial): Promise<Outcome> {
  const number = blockedNumber(probing, trial)
  if ((await number.timesListed()) > 0) {
    throw new Stopped(
      `${masked(trial.number)} is on the blocklist already, so nothing was blocked. Give a number that is not.`,
    )
  }
  const empty = await emptyBody(probing)
  const { fails, differs } = await tryChanges(number, trial).catch(async (error: unknown) => {
    await restore(probing, number, trial)
    const why = error instanceof Error ? error.message : String(error)
    throw new Stopped(`${why} The number is not on the blocklist, as before.`)
  })
  await restore(probing, number, trial)
  return { fails: [...empty.fails, ...fails], differs: [...empty.differs, ...differs] }
}

const RequiredFields = z.object({ entity: FieldErrors, blocked_phone_number_list: FieldErrors })

/** @throws Stopped if the service accepts a body without entity and number */
async function emptyBody(probing: Probing) {
  const answer = await post(probing, BLOCKLIST, {})
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) {
    throw new Stopped(
      `The service answered ${status} to a body without entity and number. The probe writes nothing more; look at the blocklist.`,
    )
  }
  const isNamed = RequiredFields.safeParse(answer.json).success
  return {
    fails: status === 400 ? [] : [`an empty body: ${describeAnswer(answer)}`],
    differs: isNamed ? [] : ['the answer to an empty body does not name each missing field'],
  }
}

async function tryChanges(number: BlockedNumber, trial: BlockTrial) {
  const fails: string[] = []
  const differs: string[] = []
  const { context, entity } = trial
  const record = z.extend(BlocklistRecord, {
    entity_context_name: z.literal(context),
    entity: z.object({ reference: z.literal(entity.reference) }),
  })
  for (const { name, path, status, times } of CHANGES) {
    const answer = await number.change(path)
    if (answer.status === 403) {
      throw new Stopped(
        `The service did not let the number be changed for ${describeEntity(trial)}: ${number.quote(describeAnswer(answer))}. Give an entity that belongs to the token's account.`,
      )
    }
    if (answer.status !== status) differs.push(`${name}: ${describeAnswer(answer)}`)
    const shape = status === 201 ? shapeProblems(record, [answer.json]) : null
    if (shape !== null) differs.push(`${name}: ${shape}`)
    const listed = await number.timesListed()
    if (listed === times) continue
    const problem = `the number is on the list ${formatCount(listed, 'time', 'times')} after ${name}`
    if (listed > 1 && times === 1) {
      differs.push(problem)
      continue
    }
    // The next changes would tell nothing.
    fails.push(`${problem}, which was answered ${describeAnswer(answer)}`)
    break
  }
  return { fails, differs }
}

/** The single number that is blocked and unblocked, on the account's real blocklist. */
type BlockedNumber = ReturnType<typeof blockedNumber>

function blockedNumber(probing: Probing, { number, context, entity }: BlockTrial) {
  const { service, quote } = probing
  const body: BlocklistRequest = {
    entity,
    entity_context_name: context,
    blocked_phone_number_list: [{ phone_number: number }],
  }
  let isUncertain = false
  let isBlocked = false
  return {
    quote,
    async change(path: string) {
      const answer = await post(probing, path, body)
      const { status } = answer
      const isAccepted = status !== null && status >= 200 && status < 300
      isUncertain ||= path === BLOCKLIST && (status === null || status >= 500)
      if (path === BLOCKLIST) isBlocked ||= isAccepted
      else if (isAccepted || status === 404) isBlocked = false
      return answer
    },
    /** Whether an add was accepted and no unblock since. The list may not show it, or in another notation. */
    isBlocked: () => isBlocked,
    /** Whether a block was requested that the service may still execute. */
    isUncertain: () => isUncertain,
    /**
     * How often the account's blocklist has the number, in any notation and for any entity.
     *
     * @throws Stopped when the list can't be read to its end
     */
    async timesListed({ evenIfInterrupted = false } = {}) {
      let times = 0
      let at = FIRST_PAGE
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const path = pathOf(BLOCKLIST, FULL_PAGE, at)
        const list = readList(await service.send({ path, evenIfInterrupted }), at)
        if (list.page === null) {
          throw new Stopped(`The blocklist cannot be read: ${quote(list.why)}.`)
        }
        times += timesIn(list.page.results, number)
        if (list.page.next === null) return times
        if (!isPlace(list.page.next)) break
        at = list.page.next
      }
      throw new Stopped(
        `The blocklist does not end within ${MAX_PAGES} pages: use a smaller account.`,
      )
    },
  }
}

/** Counts every text or number with the digits, whatever shape the records have. */
function timesIn(items: unknown[], number: string): number {
  let times = 0
  JSON.stringify(items, (_key, value: unknown) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    if (isText && String(value).replaceAll(/\D/g, '') === number) times++
    return value
  })
  return times
}

function post({ service }: Probing, path: string, body: object) {
  return service.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // If it were interrupted half-way, nobody would know whether it was executed.
    evenIfInterrupted: true,
  })
}

function describeEntity({ context, entity }: BlockTrial): string {
  return `${context} ${JSON.stringify(entity.reference)}`
}

/**
 * Makes sure that the number is not on the list, whatever happened before.
 *
 * @throws Stopped when that can't be made sure
 */
async function restore(probing: Probing, number: BlockedNumber, trial: BlockTrial): Promise<void> {
  let problem = 'it is still on the list'
  for (let trying = 1; trying <= TRIES_TO_RESTORE; trying++) {
    try {
      const isOff = (await number.timesListed({ evenIfInterrupted: true })) === 0
      const mayBeBlocked = !isOff || number.isBlocked()
      // An add without an answer may still be executed, so this waits for it.
      if (!mayBeBlocked && (!number.isUncertain() || trying === TRIES_TO_RESTORE)) return
      if (mayBeBlocked) await number.change(UNBLOCK)
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    await probing.wait(RESTORE_PAUSE_MS * trying)
  }
  throw new Stopped(
    `PLEASE LOOK: ${masked(trial.number)} may still be blocked for ${describeEntity(trial)}, because the probe could not unblock it (${problem}). Unblock it by hand.`,
  )
}
