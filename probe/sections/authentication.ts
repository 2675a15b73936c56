import type { Answer } from '../answer.ts'
import { errorShape, formatAnswer, formatBody } from '../answer-messages.ts'
import { differs, type Finding, fails, gathered, holds, unseen } from '../finding.ts'
import { FAILED_CALLS, LISTS } from '../lists.ts'
import type { Probing, Section } from '../probing.ts'
import { Stopped } from '../service.ts'

const UNKNOWN_TOKEN = 'redial-probe-no-such-token'
/** The request with which the gateway checks a token. */
const PROOF = `${FAILED_CALLS.path}?page_size=1`

/** docs/interface.md, "Authentication". */
export const authentication: Section = {
  title: 'Authentication',
  async check(probing) {
    const { service, quote } = probing
    // Before any request with the token, because the token may not belong there.
    const withoutToken = await service.get(PROOF, { authorization: null })
    stopUnlessThere(withoutToken, probing)
    const unknown = await service.get(PROOF, { authorization: `Token ${UNKNOWN_TOKEN}` })
    const accepted = await service.get(PROOF)
    if (accepted.status === 401) {
      throw new Stopped(
        `The service refused the token (${formatAnswer(accepted, quote)}). Check API_TOKEN, and that the service accepts "Authorization: Token …".`,
      )
    }
    return [
      addressFinding(probing),
      knownToken(accepted, probing),
      unknownToken(unknown, probing),
      ...(await malformedHeaders(probing)),
      ...(await listsWithoutToken(probing)),
      refusalBody([withoutToken, unknown], probing),
      challenge([withoutToken, unknown], probing),
    ]
  },
}

/** @throws Stopped if continuing is useless, or if the token would be sent elsewhere */
function stopUnlessThere(answer: Answer, { baseUrl, quote }: Probing): void {
  if (answer.status === null) {
    throw new Stopped(`${baseUrl} cannot be reached: ${answer.problem}.`)
  }
  const { location } = answer.headers
  const target = location === undefined ? null : URL.parse(location, `${baseUrl}/`)
  const isRedirect = answer.status >= 300 && answer.status < 400
  if (isRedirect && target !== null && target.origin !== new URL(baseUrl).origin) {
    throw new Stopped(
      `${baseUrl} redirects to ${quote(target.origin)}. If that is the service, give its own address; the token was not sent.`,
    )
  }
}

const NEARBY = /^(localhost|127\.[\d.]+|\[::1\])$/

function addressFinding({ baseUrl }: Probing): Finding {
  const what = 'The address is https'
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:') return holds(what)
  if (NEARBY.test(hostname)) return holds('The address is https, or on this machine')
  return differs(what, {
    found: 'http',
    dashboard: 'Sends the token unencrypted, where anybody on the way can read it. Use https.',
  })
}

function knownToken(answer: Answer, { quote }: Probing): Finding {
  const what = 'The token is accepted'
  const found = formatAnswer(answer, quote)
  if (answer.status === 200 && answer.json !== undefined) return holds(what)
  if (answer.status === 403) return holds(what, { found })
  if (answer.status === 404) {
    const dashboard = 'Sign in goes by /v1/blocklist/ instead.'
    return differs(what, { found, dashboard })
  }
  return fails(what, { found, dashboard: 'Sign in says that this does not look like the service.' })
}

function unknownToken(answer: Answer, { quote }: Probing): Finding {
  const what = 'An unknown token is answered 401'
  if (answer.status === 401) return holds(what)
  const isTaken = answer.status === 200 || answer.status === 403
  return fails(what, {
    found: formatAnswer(answer, quote),
    dashboard: isTaken
      ? 'Goes by the 401: Sign in lets any token in, and each page then shows what the service makes of it.'
      : 'Sign in says that the service cannot check the token, instead of that it is wrong.',
  })
}

async function malformedHeaders({ service, quote }: Probing): Promise<Finding[]> {
  const what = 'A malformed Authorization header is answered 401'
  const findings: Finding[] = []
  for (const authorization of [
    'Token',
    `Token ${UNKNOWN_TOKEN} twice`,
    `Bearer ${UNKNOWN_TOKEN}`,
  ]) {
    const answer = await service.get(PROOF, { authorization })
    const dashboard = 'Never sends such a header.'
    findings.push(
      answer.status === 401
        ? holds(what)
        : differs(what, { found: formatAnswer(answer, quote), dashboard }),
    )
  }
  return gathered(findings)
}

async function listsWithoutToken({ service, quote }: Probing): Promise<Finding[]> {
  const what = 'A request without a token is answered 401'
  const findings: Finding[] = []
  for (const { path, shape } of LISTS) {
    const answer = await service.get(path === FAILED_CALLS.path ? PROOF : path, {
      authorization: null,
    })
    const found = formatAnswer(answer, quote)
    if (answer.status === 401) findings.push(holds(what, { where: path }))
    else if (answer.status === 200 && shape !== 'flat') {
      const dashboard = 'Cannot keep secret what the service shows to everybody. Tell its operator.'
      findings.push(fails(what, { where: path, found, dashboard }))
    } else {
      const dashboard = 'Asks for nothing before somebody has signed in.'
      findings.push(differs(what, { where: path, found, dashboard }))
    }
  }
  return gathered(findings)
}

function refusalBody(answers: Answer[], { quote }: Probing): Finding {
  const what = 'A 401 has a Detail body'
  const refusals = answers.filter(({ status }) => status === 401)
  const odd = refusals.find(({ json }) => errorShape(json) !== 'Detail')
  if (refusals.length === 0) return unseen(what, 'There was no 401.')
  if (odd === undefined) return holds(what)
  return differs(what, {
    found: formatBody(odd, quote),
    dashboard: 'Goes by the status and says in its own words that the token is not accepted.',
  })
}

function challenge(answers: Answer[], { quote }: Probing): Finding {
  const what = 'A 401 names the scheme: WWW-Authenticate: Token'
  const refusals = answers.filter(({ status }) => status === 401)
  const schemes = refusals.map(({ headers }) => headers['www-authenticate'] ?? '')
  const odd = schemes.find(scheme => !/^token\b/i.test(scheme))
  if (refusals.length === 0) return unseen(what, 'There was no 401.')
  if (odd === undefined) return holds(what)
  if (/^(basic|digest|negotiate)\b/i.test(odd)) {
    return differs(what, {
      found: quote(odd),
      dashboard:
        'Asks to sign in again; but browsers know this scheme and may ask for a user name and a password first, which can be dismissed.',
    })
  }
  const found = odd === '' ? 'no such header' : quote(odd)
  return differs(what, { found, dashboard: 'Does not need it.' })
}
