import { ProbeStep, type ReceiverProbe } from '../../../../contract/receiver.ts'

export type ProbeTone = 'good' | 'wait' | 'bad'

/** A certificate that runs out so soon is worth a word to whoever runs the receiver. */
const SOON_MS = 14 * 24 * 60 * 60 * 1_000

/** One thing that a test looked at. */
export type ProbeFinding = { title: string; tone: ProbeTone | 'not-reached'; words: string }

/**
 * All that a test found out, in the order in which it was found.
 *
 * @param day writes a stamp as a day
 */
export function probeFindings(
  probe: ReceiverProbe,
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

/** What a test found out, in a line. */
export function probeSummary(
  probe: ReceiverProbe,
  day: (stamp: string) => string,
): { tone: ProbeTone; words: string } {
  if (probe.problem !== null) return { tone: 'bad', words: problemSentence(probe.problem) }
  const { words } = answer(probe)
  const certain = certificate(probe, day)
  const tone = [answer(probe), certain].some(finding => finding.tone !== 'good') ? 'wait' : 'good'
  return { tone, words: probe.certificate_valid_until ? `${words} ${certain.words}` : words }
}

/** Who can mend what a test found wrong; null where nothing is. */
export function probeMend({ failed_at }: ReceiverProbe): string | null {
  if (failed_at === 'proxy') {
    return 'Ask whoever runs Redial to look at its proxy (RECEIVER_PROXY) and what that allows.'
  }
  return failed_at && `Ask whoever runs the receiver ${MEND[failed_at]}`
}

const MEND: Record<Exclude<ProbeStep, 'proxy'>, string> = {
  address: 'for an https address on the open internet.',
  name: 'whether the name is right, still theirs, and leads to the open internet.',
  connection: 'whether it is running and lets connections from the internet in.',
  certificate: 'to renew or mend its certificate. Until then nothing is sent to it.',
  answer: 'whether it is in trouble. An event sent now would most likely fail as well.',
}

type Finding = Pick<ProbeFinding, 'tone' | 'words'>

const STEPS = ProbeStep.options

/** The failure at one of `steps`, or that the test never came so far; null where they went well. */
function failureAt({ failed_at, problem }: ReceiverProbe, steps: ProbeStep[]): Finding | null {
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

function connection({ failed_at }: ReceiverProbe): Finding {
  return {
    tone: 'good',
    words: failed_at === 'certificate' ? 'It takes connections.' : 'It takes secure connections.',
  }
}

function certificate(
  { certificate_valid_until: until, at }: ReceiverProbe,
  day: (stamp: string) => string,
): Finding {
  if (until === null) return { tone: 'good', words: 'Valid.' }
  const isSoon = Date.parse(until) - Date.parse(at) < SOON_MS
  return isSoon
    ? {
        tone: 'wait',
        words: `Its certificate runs out on ${day(until)}: whoever runs the receiver should renew it now.`,
      }
    : { tone: 'good', words: `Its certificate is valid until ${day(until)}.` }
}

function answer({ status, duration_ms }: ReceiverProbe): Finding {
  const words = `It answered in ${durationWords(duration_ms)}`
  if (status === null || status === 200) return { tone: 'good', words: `${words}.` }
  if (status >= 300 && status < 400) {
    return {
      tone: 'wait',
      words: `${words} (${status}), but points elsewhere: events are never sent on to another address.`,
    }
  }
  if (status >= 500) {
    return { tone: 'wait', words: `${words}, but with ${status}: something is wrong on its side.` }
  }
  return { tone: 'good', words: `${words}, with ${status}: it is there.` }
}

function durationWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
