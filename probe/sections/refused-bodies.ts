import type { Answer } from '../answer.ts'
import { errorShape, formatAnswer, formatBody } from '../answer-messages.ts'
import { differs, type Finding, fails, holds } from '../finding.ts'
import { BLOCKLIST } from '../lists.ts'
import type { Probing } from '../probing.ts'
import { Stopped } from '../service.ts'

/**
 * Bodies that no service can make a block of, since neither an entity nor a number is in them. They
 * are sent all the same only where changes are allowed.
 */
export async function refusedBodies(probing: Probing): Promise<Finding[]> {
  return [
    await malformed(probing),
    await missingFields(probing),
    await missingInEntry(probing),
    await noJson(probing),
  ]
}

async function malformed(probing: Probing): Promise<Finding> {
  const what = 'Malformed JSON is a 400 with a Detail body'
  const answer = await post(probing, '{')
  if (answer.status === 400 && errorShape(answer.json) === 'Detail') return holds(what)
  return differs(what, { found: words(answer, probing), dashboard: 'Never sends any.' })
}

async function missingFields(probing: Probing): Promise<Finding> {
  const what = 'Missing fields are a 400 that names each of them'
  const answer = await post(probing, '{}')
  const named =
    answer.json !== null && typeof answer.json === 'object' ? Object.keys(answer.json) : []
  const due = ['entity', 'blocked_phone_number_list']
  if (answer.status === 400 && due.every(field => named.includes(field))) return holds(what)
  const dashboard = 'Shows above the form what it cannot place beside a field.'
  if (answer.status === 400) return differs(what, { found: words(answer, probing), dashboard })
  return fails(what, {
    found: words(answer, probing),
    dashboard: 'Cannot tell what is wrong with an entry.',
  })
}

async function missingInEntry(probing: Probing): Promise<Finding> {
  const what = 'Errors inside a list tell the entry (by position or by index; left open)'
  const answer = await post(probing, '{"blocked_phone_number_list":[{}]}')
  const errors = Object.entries(answer.json ?? {}).find(
    ([field]) => field === 'blocked_phone_number_list',
  )?.[1]
  if (answer.status !== 400 || errors === undefined) {
    const dashboard = 'Shows above the form what it cannot place beside an entry.'
    return differs(what, { found: words(answer, probing), dashboard })
  }
  const isFlat = Array.isArray(errors) && errors.every(error => typeof error === 'string')
  if (isFlat || typeof errors === 'string') {
    const dashboard = 'Shows the messages at the list, above its entries.'
    return differs(what, { found: 'messages without a place', dashboard })
  }
  return holds(what, { found: Array.isArray(errors) ? 'by position' : 'by index' })
}

async function noJson(probing: Probing): Promise<Finding> {
  const what = 'A body that is no JSON is a 415 (left open)'
  const answer = await post(probing, 'redial probe', 'text/plain')
  if (answer.status === 415) return holds(what)
  return differs(what, { found: words(answer, probing), dashboard: 'Sends JSON alone.' })
}

/** @throws Stopped if the service accepts it, because it is unknown what the service did */
async function post(
  { service }: Probing,
  body: string,
  type = 'application/json',
): Promise<Answer> {
  const answer = await service.send({
    method: 'POST',
    path: BLOCKLIST.path,
    headers: { 'content-type': type },
    body,
    evenIfInterrupted: true,
  })
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
    throw new Stopped(
      `The service answered ${answer.status} to a body without entity and number (${JSON.stringify(body)}). The probe writes nothing more; look at the blocklist.`,
    )
  }
  return answer
}

function words(answer: Answer, { quote }: Probing): string {
  return answer.status === 400
    ? `400 with ${formatBody(answer, quote)}`
    : formatAnswer(answer, quote)
}
