import type { ReactNode } from 'react'
import type { UpstreamAttempt } from '../../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { useTimes } from '../../../format/times.ts'
import { replaySummary, replayTone } from '../replay-messages.ts'
import classes from './replay-report.module.css'

const MAX_TEXT_LENGTH = 5_000

type AttemptAnswerProps = {
  attempt: Pick<UpstreamAttempt, 'at' | 'status' | 'error' | 'duration_ms'>
  /** The stored part of the receiver's answer. */
  answer: string | null
  /** The other fields of the attempt, unchanged. */
  others?: string | null
}

/** The details of the response, in a section that a person can expand. */
export function AttemptAnswer({ attempt, answer, others = null }: AttemptAnswerProps) {
  const facts: [string, ReactNode][] = [
    ['Status', attempt.status ?? 'None (no answer)'],
    ['Error', attempt.error && shownText(attempt.error)],
    ['Duration', attempt.duration_ms === null ? null : `${attempt.duration_ms} ms`],
    ['Started', attempt.at],
    ['Response body', answer === '' ? 'Empty' : answer && <Text>{answer}</Text>],
    ['Other fields', others && <Text>{others}</Text>],
  ]
  return (
    <details className={classes.answer}>
      <summary>Response details</summary>
      <dl>
        {facts
          .filter(([, fact]) => fact != null)
          .map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
    </details>
  )
}

function Text({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre tabIndex={0} translate="no">
      {shownText(children.slice(0, MAX_TEXT_LENGTH))}
      {children.length > MAX_TEXT_LENGTH && '…'}
    </pre>
  )
}

/** Whether Redial itself did not allow the address of the receiver. */
function wasRefusedHere({ attempts }: ReplayItem): boolean {
  return attempts.at(-1)?.cause?.code === 'address-not-allowed'
}

export function ReplayReport({ item }: { item: ReplayItem }) {
  const times = useTimes()
  return (
    <>
      <p className={classes.outcome} data-tone={replayTone(item.state)}>
        {replaySummary(item, times.exact)}
      </p>
      {item.receiver_url && item.attempts.length > 0 && (
        <p className={classes.receiver}>
          {wasRefusedHere(item) ? 'Not sent to' : 'Sent to'}{' '}
          <span translate="no">{shownText(item.receiver_url)}</span>
        </p>
      )}
      {item.attempts.map(attempt => (
        <AttemptAnswer key={attempt.at} attempt={attempt} answer={attempt.answer} />
      ))}
    </>
  )
}
