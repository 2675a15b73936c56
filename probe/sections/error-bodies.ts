import type { Answer } from '../answer.ts'
import { errorShape, formatAnswer, formatBody, isRedirect } from '../answer-messages.ts'
import { differs, type Finding, gathered, holds } from '../finding.ts'
import { FAILED_CALLS } from '../lists.ts'
import type { Probing, Section } from '../probing.ts'
import type { Exchange } from '../service.ts'

/**
 * docs/interface.md, "Errors", and what HTTP leaves to a service. Late, since it looks at all
 * answers.
 */
export const errorBodies: Section = {
  title: 'Errors',
  async check(probing) {
    const { service } = probing
    const findings = [
      await unknownPath(probing),
      await otherMethod(probing),
      await otherFormat(probing),
      await withoutSlash(probing),
    ]
    return [
      ...findings,
      ...bodies(service.exchanges, probing),
      serverErrors(service.exchanges),
      types(service.exchanges, probing),
    ]
  },
}

async function unknownPath({ service, quote }: Probing): Promise<Finding> {
  const what = 'A path that does not exist is a 404'
  const answer = await service.get('/v1/redial_probe_no_such_path/')
  if (answer.status === 404) return holds(what, { found: formatBody(answer, quote) })
  const dashboard = 'Never requests such a path.'
  return differs(what, { found: formatAnswer(answer, quote), dashboard })
}

/** A GET of a path that only has POST can't write anything. */
async function otherMethod({ service, quote }: Probing): Promise<Finding> {
  const what = 'GET of /v1/blocklist/unblock/ is a 405, with Allow'
  const answer = await service.get('/v1/blocklist/unblock/')
  const { allow } = answer.headers
  if (answer.status === 405 && allow) return holds(what, { found: `Allow: ${quote(allow)}` })
  if (answer.status === 403)
    return holds('GET of /v1/blocklist/unblock/ is refused', {
      found: '403: the token lacks BlocklistPermission',
    })
  return differs(what, {
    found: answer.status === 405 ? '405 without Allow' : formatAnswer(answer, quote),
    dashboard: 'Never uses a method that the interface does not have.',
  })
}

async function otherFormat({ service, quote }: Probing): Promise<Finding> {
  const what = 'A request that accepts no JSON is answered with 406 (left open)'
  const answer = await service.get(`${FAILED_CALLS.path}?page_size=1`, {
    headers: { accept: 'application/xml' },
  })
  if (answer.status === 406) return holds(what)
  return holds(what, { found: formatAnswer({ ...answer, json: null }, quote).split(' with ')[0] })
}

async function withoutSlash({ service, quote }: Probing): Promise<Finding> {
  const what = 'Without the slash at its end a path leads on, or nowhere (left open)'
  const answer = await service.get(`${FAILED_CALLS.path.slice(0, -1)}?page_size=1`)
  const found = isRedirect(answer) ? formatAnswer(answer, quote) : `${answer.status}`
  return holds(what, { found })
}

/** Every error has a JSON body in one of three shapes. */
function bodies(exchanges: Exchange[], { quote }: Probing): Finding[] {
  const what = 'Every error has a JSON body in one of the three shapes'
  const errors = exchanges.filter(({ answer }) => isError(answer))
  const odd = errors.filter(({ answer }) => errorShape(answer.json) === null)
  if (odd.length === 0) return [holds(what, { found: `${errors.length} looked at` })]
  const found = odd.map(({ question, answer }) =>
    differs(what, {
      where: question.path.split('?')[0],
      found: `${answer.status} with ${formatBody(answer, quote)}`,
      dashboard: 'Goes by the status, and says what it means in its own words.',
    }),
  )
  return gathered(onceEach(found))
}

function onceEach(findings: Finding[]): Finding[] {
  return [...new Map(findings.map(finding => [JSON.stringify(finding), finding])).values()]
}

function serverErrors(exchanges: Exchange[]): Finding {
  const what = 'No answer is a server error'
  const broken = exchanges.filter(({ answer }) => (answer.status ?? 0) >= 500)
  if (broken.length === 0) return holds(what, { found: `${exchanges.length} answers` })
  const paths = [...new Set(broken.map(({ question }) => question.path.split('?')[0]))]
  return differs(what, {
    found: `${broken.length} of ${exchanges.length}, of ${paths.join(', ')}`,
    dashboard: 'Retries twice, then shows an error with a button to try again.',
  })
}

function types(exchanges: Exchange[], { quote }: Probing): Finding {
  const what = 'JSON is sent as Content-Type: application/json'
  const answers = exchanges.filter(({ answer }) => answer.json !== undefined)
  const odd = answers.find(
    ({ answer }) => !/^application\/json\b/i.test(answer.headers['content-type'] ?? ''),
  )
  if (odd === undefined) return holds(what)
  return differs(what, {
    found: quote(odd.answer.headers['content-type'] ?? 'no such header'),
    dashboard: 'Reads the body whatever its type.',
  })
}

function isError({ status, problem }: Answer): boolean {
  return status !== null && status >= 400 && problem === null
}
