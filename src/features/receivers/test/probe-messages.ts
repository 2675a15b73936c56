import { type ReceiverTestResult, ReceiverTestStep } from '../../../../contract/receiver.ts'

export type ProbeTone = 'good' | 'wait' | 'bad'

/** A certificate that expires this soon needs to be renewed now. */
const EXPIRES_SOON_MS = 14 * 24 * 60 * 60 * 1_000

/** The result of one step of a test. */
export type ProbeFinding = { title: string; tone: ProbeTone | 'not-reached'; words: string }

/**
 * The results of a test, in the order of its steps.
 *
 * @param day writes a stamp as a day
 */
export function probeFindings(
  probe: ReceiverTestResult,
  day: (stamp: string) => string,
): ProbeFinding[] {
  return [
    {
      title: 'Address',
      ...(failureAt(probe, ['address', 'name']) ?? {
        tone: 'good',
        words:
          probe.failed_at === 'proxy'
            ? 'Events may be sent to it.'
            : 'It was found, and events may be sent to it.',
      }),
    },
    { title: 'Connection', ...(failureAt(probe, ['proxy', 'connection']) ?? connection(probe)) },
    { title: 'Certificate', ...(failureAt(probe, ['certificate']) ?? certificate(probe, day)) },
    { title: 'Answer', ...(failureAt(probe, ['answer']) ?? answer(probe)) },
  ]
}

/** The result of a test in one line. */
export function probeSummary(
  probe: ReceiverTestResult,
  day: (stamp: string) => string,
): { tone: ProbeTone; words: string } {
  if (probe.problem !== null) return { tone: 'bad', words: problemSentence(probe.problem) }
  const { words } = answer(probe)
  const certain = certificate(probe, day)
  const tone = [answer(probe), certain].some(finding => finding.tone !== 'good') ? 'wait' : 'good'
  return { tone, words: probe.certificate_valid_until ? `${words} ${certain.words}` : words }
}

/** Who can fix the problem that a test found, and how; null if it found none. */
export function probeFix({ failed_at }: ReceiverTestResult): string | null {
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

type Finding = Pick<ProbeFinding, 'tone' | 'words'>

const STEPS = ReceiverTestStep.options

/** The failure at one of `steps`, or that the test did not get that far; null if they succeeded. */
function failureAt(
  { failed_at, problem }: ReceiverTestResult,
  steps: ReceiverTestStep[],
): Finding | null {
  if (failed_at === null || problem === null) return null
  if (steps.includes(failed_at)) return { tone: 'bad', words: problemSentence(problem) }
  const isBefore = steps.some(step => STEPS.indexOf(step) > STEPS.indexOf(failed_at))
  return isBefore ? { tone: 'not-reached', words: 'The test did not get this far.' } : null
}

/** "refused the connection" and "its certificate expired" as sentences. */
function problemSentence(problem: string): string {
  return /^(its|the) /.test(problem)
    ? `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`
    : `It ${problem}.`
}

function connection({ failed_at }: ReceiverTestResult): Finding {
  return {
    tone: 'good',
    words:
      failed_at === 'certificate' ? 'It accepts connections.' : 'It accepts secure connections.',
  }
}

function certificate(
  { certificate_valid_until: until, at }: ReceiverTestResult,
  day: (stamp: string) => string,
): Finding {
  if (until === null) return { tone: 'good', words: 'Valid.' }
  const isSoon = Date.parse(until) - Date.parse(at) < EXPIRES_SOON_MS
  return isSoon
    ? {
        tone: 'wait',
        words: `Its certificate expires on ${day(until)}. Ask the operator of the receiver to renew it now.`,
      }
    : { tone: 'good', words: `Its certificate is valid until ${day(until)}.` }
}

function answer({ status, duration_ms }: ReceiverTestResult): Finding {
  const words = `It answered in ${formatProbeDuration(duration_ms)}`
  if (status === null || status === 200) return { tone: 'good', words: `${words}.` }
  if (status >= 300 && status < 400) {
    return {
      tone: 'wait',
      words: `${words} (${status}), but redirects to another address. Events don’t follow redirects.`,
    }
  }
  if (status >= 500) {
    return { tone: 'wait', words: `${words}, but with ${status}: it failed on its own side.` }
  }
  return { tone: 'good', words: `${words}, with ${status}: it can be reached.` }
}

function formatProbeDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
