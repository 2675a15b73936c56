import { z } from 'zod'
import { BlocklistRecord, EntityContext, PHONE_NUMBER } from '../../contract/blocklist.ts'
import { formatAnswer } from '../answer-messages.ts'
import { differs, type Finding, fails, holds, unseen } from '../finding.ts'
import { BLOCKLIST, FULL_PAGE, pathOf } from '../lists.ts'
import type { Section } from '../probing.ts'
import { formatListAnswer, readList } from '../read-list.ts'
import { shapeProblems } from '../shape-problems.ts'

/** docs/interface.md, GET /v1/blocklist/ and "Blocklist record". */
export const blocklist: Section = {
  title: 'GET /v1/blocklist/',
  async check(probing) {
    const { service, quote } = probing
    const answer = await service.get(pathOf(BLOCKLIST, probing, FULL_PAGE))
    const list = readList(answer, quote)
    const what = 'The list is answered 200'
    if (answer.status === 403) {
      return [
        holds('A token without BlocklistPermission is answered 403', {
          found: formatAnswer(answer, quote),
        }),
        unseen('Records and their numbers', 'This token lacks BlocklistPermission.'),
      ]
    }
    if (list.kind === 'none') {
      const dashboard = 'Shows an error instead of the blocklist, never an empty one.'
      return [fails(what, { found: list.why, dashboard })]
    }
    return [holds(what, { found: formatListAnswer(list) }), ...recordFindings(list.items)]
  },
}

function recordFindings(items: unknown[]): Finding[] {
  const shape = 'Records have the fields of a Blocklist record'
  if (items.length === 0) return [unseen(shape, 'Nothing is blocked.')]
  const problems = shapeProblems(BlocklistRecord, items)
  if (problems === null) {
    const records = items.map(item => BlocklistRecord.parse(item))
    return [
      holds(shape, { found: formatContexts(records) }),
      numberFormat(records),
      oneEach(records),
    ]
  }
  if (items.some(item => ReadableRecord.safeParse(item).success)) {
    const dashboard =
      'Reads what is only written otherwise. What it cannot read it shows as it came, apart from the rest; that is not searched, counted or changed.'
    return [differs(shape, { found: problems, dashboard })]
  }
  const dashboard =
    'Shows an error that names the field, and the answer as it came; no number can be found or unblocked.'
  return [fails(shape, { found: problems, dashboard })]
}

/** The part that a record needs: its entity. */
const ReadableRecord = z.object({
  entity_context_name: z.string().trim().toLowerCase().pipe(EntityContext),
  entity: z.union([
    z.string(),
    z.number(),
    z.object({ reference: z.union([z.string(), z.number()]) }),
  ]),
})

function formatContexts(records: BlocklistRecord[]): string {
  const counts = EntityContext.options.map(context => {
    const of = records.filter(({ entity_context_name }) => entity_context_name === context)
    return `${context} ${of.length}`
  })
  return counts.join(', ')
}

function numberFormat(records: BlocklistRecord[]): Finding {
  const what = 'Numbers are E.164 digits without +'
  const numbers = records.flatMap(({ blocked_phone_number_list }) =>
    blocked_phone_number_list.map(({ phone_number }) => phone_number),
  )
  const odd = numbers.filter(number => !PHONE_NUMBER.test(number)).length
  if (numbers.length === 0) return unseen(what, 'No record has a number.')
  if (odd === 0) return holds(what, { found: `${numbers.length} looked at` })
  return differs(what, {
    found: `${odd} of ${numbers.length} are written otherwise`,
    dashboard: 'Reads them as digits, and sends digits to unblock them.',
  })
}

function oneEach(records: BlocklistRecord[]): Finding {
  const what = 'Each entity has one record (left open)'
  const entities = new Set(
    records.map(({ entity, entity_context_name }) => `${entity_context_name} ${entity.reference}`),
  )
  if (entities.size === records.length) return holds(what)
  return differs(what, {
    found: `${records.length} records for ${entities.size} entities`,
    dashboard: 'Puts the numbers of an entity together, each once.',
  })
}
