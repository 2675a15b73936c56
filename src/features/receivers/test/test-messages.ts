import { type ReceiverTestResult, ReceiverTestStep } from '../../../../contract/receiver.ts'
import { formatDayOf } from '../../../format/days.ts'

/** A test that succeeds is not good news: the receiver may still refuse each event. */
export type TestTone = 'neutral' | 'wait' | 'bad'

/** A certificate that expires this soon needs to be renewed now. */
const EXPIRES_SOON_MS = 14 * 24 * 60 * 60 * 1_000

export type TestFinding = { title: string; tone: TestTone | 'not-reached'; text: string }

export function testFindings(result: ReceiverTestResult): TestFinding[] {
  return [
    {
      title: 'Address',
      ...(failureAt(result, ['address', 'name']) ?? {
        tone: 'neutral',
        text:
          result.failed_at === 'proxy'
            ? 'Redial may send events to it.'
            : 'The host name exists and its address is allowed.',
      }),
    },
    { title: 'Connection', ...(failureAt(result, ['proxy', 'connection']) ?? connection(result)) },
    { title: 'Certificate', ...(failureAt(result, ['certificate']) ?? certificate(result)) },
    { title: 'Answer', ...(failureAt(result, ['answer']) ?? answer(result)) },
  ]
}

export function testSummary(result: ReceiverTestResult): { tone: TestTone; text: string } {
  if (result.problem !== null) return { tone: 'bad', text: problemSentence(result.problem) }
  const { text } = answer(result)
  const certain = certificate(result)
  const tone = [answer(result), certain].some(finding => finding.tone !== 'neutral')
    ? 'wait'
    : 'neutral'
  return { tone, text: result.certificate_valid_until ? `${text} ${certain.text}` : text }
}

/** Who can fix the problem that a test found, and how; null if it found none. */
export function testFix({ failed_at }: ReceiverTestResult): string | null {
  if (failed_at === 'proxy') {
    return 'Ask the operator of Redial to check its proxy (RECEIVER_PROXY) and what it allows.'
  }
  return failed_at && `Ask the operator of the receiver ${FIXES[failed_at]}`
}

const FIXES: Record<Exclude<ReceiverTestStep, 'proxy'>, string> = {
  address: 'for an https address on the public internet.',
  name: 'whether the name is right, still registered, and leads to the public internet.',
  connection: 'whether it is running and accepts connections from the internet.',
  certificate: 'to renew or fix its certificate. Until then, nothing is sent to it.',
  answer: 'whether it has a problem. An event sent now would most likely fail too.',
}

type Finding = Pick<TestFinding, 'tone' | 'text'>

const STEPS = ReceiverTestStep.options

/** The failure at one of `steps`, or that the test did not get that far; null if they succeeded. */
function failureAt(
  { failed_at, problem }: ReceiverTestResult,
  steps: ReceiverTestStep[],
): Finding | null {
  if (failed_at === null || problem === null) return null
  if (steps.includes(failed_at)) return { tone: 'bad', text: problemSentence(problem) }
  const isBefore = steps.some(step => STEPS.indexOf(step) > STEPS.indexOf(failed_at))
  return isBefore ? { tone: 'not-reached', text: 'The test did not get this far.' } : null
}

/** "refused the connection" and "its certificate expired" as sentences. */
function problemSentence(problem: string): string {
  return /^(its|the) /.test(problem)
    ? `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`
    : `It ${problem}.`
}

function connection({ failed_at }: ReceiverTestResult): Finding {
  return {
    tone: 'neutral',
    text:
      failed_at === 'certificate' ? 'It accepts connections.' : 'It accepts secure connections.',
  }
}

function certificate({ certificate_valid_until: until, at }: ReceiverTestResult): Finding {
  if (until === null) return { tone: 'neutral', text: 'Valid.' }
  const isSoon = Date.parse(until) - Date.parse(at) < EXPIRES_SOON_MS
  return isSoon
    ? {
        tone: 'wait',
        text: `Its certificate expires on ${formatDayOf(until)}. Ask the operator of the receiver to renew it now.`,
      }
    : { tone: 'neutral', text: `Its certificate is valid until ${formatDayOf(until)}.` }
}

function answer({ status, duration_ms }: ReceiverTestResult): Finding {
  const text = `It answered in ${formatTestDuration(duration_ms)}`
  if (status !== null && status >= 300 && status < 400) {
    return {
      tone: 'wait',
      text: `${text} (${status}), but redirects to another address. Events don’t follow redirects.`,
    }
  }
  if (status !== null && status >= 500) {
    return { tone: 'wait', text: `${text}, but with ${status}: it failed on its own side.` }
  }
  const withStatus = status === null || status === 200 ? '' : `, with ${status}`
  return { tone: 'neutral', text: `${REACHABLE} ${text}${withStatus}.` }
}

/** The test sends no event. */
const REACHABLE = 'Reachable. Only a replay shows whether it accepts events.'

function formatTestDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
