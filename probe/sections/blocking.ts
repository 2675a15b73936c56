import { BlocklistRecord } from '../../contract/blocklist.ts'
import type { Answer } from '../answer.ts'
import { errorShape, formatAnswer, formatBody } from '../answer-messages.ts'
import { type BlockedNumber, blockedNumber } from '../blocked-number.ts'
import { differs, type Finding, fails, holds } from '../finding.ts'
import type { Probing, Section } from '../probing.ts'
import { masked, type Quote } from '../quote.ts'
import type { BlockTrial } from '../read-settings.ts'
import { Stopped, type Wait } from '../service.ts'
import { shapeProblems } from '../shape-problems.ts'
import { refusedBodies } from './refused-bodies.ts'

const TRIES_TO_PUT_BACK = 4
/** After the first attempt; longer after each further one. */
const PUT_BACK_PAUSE_MS = 500

/**
 * docs/interface.md, POST /v1/blocklist/ and POST /v1/blocklist/unblock/: the one section that
 * writes.
 */
export function blocking(trial: BlockTrial): Section {
  return {
    title: 'POST /v1/blocklist/ and /v1/blocklist/unblock/',
    async check(probing) {
      const number = blockedNumber(probing.service, trial, probing.quote)
      if ((await number.timesListed()) > 0) {
        throw new Stopped(
          `${masked(trial.number)} is on the blocklist already, so nothing was blocked. Give a number that is not.`,
        )
      }
      const findings = await refusedBodies(probing)
      try {
        findings.push(...(await blockAndUnblock(probing, number, trial)))
      } catch (error) {
        await putBack(number, trial, probing.wait)
        const why = error instanceof Error ? error.message : String(error)
        throw new Stopped(`${why} The number is not on the blocklist, as before.`)
      }
      await putBack(number, trial, probing.wait)
      return [...findings, holds('The number is off the blocklist again')]
    },
  }
}

async function blockAndUnblock(
  { quote }: Probing,
  number: BlockedNumber,
  trial: BlockTrial,
): Promise<Finding[]> {
  const added = await number.block()
  if (added.status === 403) {
    throw new Stopped(
      `The service did not let the number be blocked for ${trial.context} ${JSON.stringify(trial.entity.reference)}: ${formatAnswer(added, quote)}. Give an entity that belongs to the token's account.`,
    )
  }
  if (added.status === null || added.status < 200 || added.status >= 300) {
    const dashboard = 'Treats it as a failure, says so, and keeps the input.'
    return [fails(BLOCKED, { found: formatAnswer(added, quote), dashboard })]
  }
  return [
    ...recordFindings(added, trial, quote),
    await listed(number),
    await addedTwice(number),
    ...(await unblocked(number, quote)),
  ]
}

const BLOCKED = 'An add is answered 201 with the updated record'

function recordFindings(added: Answer, trial: BlockTrial, quote: Quote): Finding[] {
  const record = BlocklistRecord.safeParse(added.json).data
  if (added.status !== 201 || record === undefined) {
    const problems = shapeProblems(BlocklistRecord, [added.json])
    const found = added.status === 201 ? (problems ?? '') : formatAnswer(added, quote)
    const dashboard = 'Loads the list again, and checks whether the number is there.'
    return [differs(BLOCKED, { found, dashboard })]
  }
  return [holds(BLOCKED), recordIsMeant(record, trial)]
}

function recordIsMeant(record: BlocklistRecord, trial: BlockTrial): Finding {
  const what = 'The record is that of the entity, and has the number as it was sent'
  const isMeant =
    record.entity.reference === trial.entity.reference &&
    record.entity_context_name === trial.context
  const hasNumber = record.blocked_phone_number_list.some(
    ({ phone_number }) => phone_number === trial.number,
  )
  if (isMeant && hasNumber) return holds(what)
  return differs(what, {
    found: isMeant ? 'the number is missing, or written otherwise' : 'it is of another entity',
    dashboard: 'Says that the service accepted the number but does not list it.',
  })
}

async function listed(number: BlockedNumber): Promise<Finding> {
  const what = 'The number is on the list then'
  if ((await number.timesListed()) > 0) return holds(what)
  const dashboard = 'Shows what the list says: the number seems not to be blocked.'
  return fails(what, { found: 'it is not', dashboard })
}

async function addedTwice(number: BlockedNumber): Promise<Finding> {
  const what = 'A number that is blocked already is ignored, and not on the list twice'
  const again = await number.block()
  const times = await number.timesListed()
  if (again.status === 201 && times <= 1) return holds(what)
  return differs(what, {
    found: again.status === 201 ? `on the list ${times} times` : `${again.status}`,
    dashboard: 'Leaves out what is blocked already, and shows each number once.',
  })
}

async function unblocked(number: BlockedNumber, quote: Quote): Promise<Finding[]> {
  const what = 'An unblock is answered 200, and the number is off the list'
  const removed = await number.unblock()
  const isOff = (await number.timesListed()) === 0
  const found = formatAnswer(removed, quote)
  if (!isOff) {
    const dashboard = 'Says that the number is still blocked.'
    return [fails(what, { found: `${found}; it is still on the list`, dashboard })]
  }
  const dashboard = 'Loads the list again, and checks whether the number is gone.'
  const finding = removed.status === 200 ? holds(what) : differs(what, { found, dashboard })
  return [finding, await unblockedTwice(number, quote)]
}

async function unblockedTwice(number: BlockedNumber, quote: Quote): Promise<Finding> {
  const what = 'An unblock of a number that is not on the list is a 404 with a Blocklist body'
  const again = await number.unblock()
  if (again.status === 404 && errorShape(again.json) === 'Blocklist') return holds(what)
  if (again.status === 404) {
    const dashboard = 'Goes by the status: reads the list again and shows what really happened.'
    return differs(what, { found: `404 with ${formatBody(again, quote)}`, dashboard })
  }
  const dashboard = 'Reads the list again afterwards, and shows what it holds.'
  return differs(what, { found: formatAnswer(again, quote), dashboard })
}

/**
 * Makes sure that the number is not on the list, whatever happened before.
 *
 * @throws Stopped when that can't be made sure
 */
async function putBack(number: BlockedNumber, trial: BlockTrial, wait: Wait): Promise<void> {
  let problem = 'it is still on the list'
  for (let trying = 1; trying <= TRIES_TO_PUT_BACK; trying++) {
    try {
      const isOff = (await number.timesListed({ evenIfInterrupted: true })) === 0
      // An add without an answer may still be executed, so this waits for it.
      if (isOff && (!number.isUncertain() || trying === TRIES_TO_PUT_BACK)) return
      if (!isOff) await number.unblock()
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    await wait(PUT_BACK_PAUSE_MS * trying)
  }
  throw new Stopped(
    `PLEASE LOOK: ${masked(trial.number)} may still be blocked for ${trial.context} ${JSON.stringify(trial.entity.reference)}, because the probe could not unblock it (${problem}). Unblock it by hand.`,
  )
}
