import { Button } from '@mantine/core'
import { IconClockPause, IconPlayerPlay, IconX, type TablerIcon } from '@tabler/icons-react'
import type { ReceiverPause, ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import { ReceiverLink } from '../../receivers/receiver-link.tsx'
import { ReceiverName } from '../../receivers/receiver-name.tsx'
import { countWaiting, formatPause } from '../run-messages.ts'
import classes from './run-note.module.css'
import sections from './run-sections.module.css'
import type { useRunChange } from './use-run-change.ts'

type PausedReceiversProps = {
  run: ReplayRunDetails
  change: ReturnType<typeof useRunChange>
}

/** The receivers that get no more events of a run for now, with the reason and what a person can do. */
export function PausedReceivers({ run, change }: PausedReceiversProps) {
  const times = useTimes()
  const paused = run.receivers.flatMap(({ pause, ...receiver }) =>
    pause === null ? [] : { ...receiver, pause },
  )
  if (run.paused_receivers === 0) return null
  const others = run.paused_receivers - paused.length
  return (
    <section className={sections.section}>
      <h3>Paused receivers</h3>
      <ul className={classes.paused}>
        {paused.map(({ receiver, pause, counts, some_companies, further_companies }) => (
          <li key={receiver}>
            <div className={classes.why}>
              <ReceiverName companies={some_companies} further={further_companies}>
                {receiver !== null && <ReceiverLink receiver={receiver} />}
              </ReceiverName>
              <p>
                {formatPause(pause, times.full)}{' '}
                {formatCount(countWaiting(counts), 'event waits', 'events wait')} and{' '}
                {countWaiting(counts) === 1 ? 'has' : 'have'} not been sent.
              </p>
            </div>
            <Buttons receiver={receiver ?? undefined} pauses={[pause]} change={change} />
          </li>
        ))}
        {run.paused_receivers > 1 && (
          <li>
            <p className={classes.why}>
              {others > 0
                ? `${formatNumber(others)} more are paused. All paused receivers together:`
                : `All ${formatNumber(run.paused_receivers)} paused receivers together:`}
            </p>
            <Buttons pauses={paused.map(({ pause }) => pause)} change={change} />
          </li>
        )}
      </ul>
    </section>
  )
}

type ButtonsProps = Pick<PausedReceiversProps, 'change'> & {
  /** undefined for all that are paused. */
  receiver?: string | undefined
  pauses: ReceiverPause[]
}

function Buttons({ receiver, pauses, change }: ButtonsProps) {
  const hasOrder = pauses.every(({ order_until }) => order_until !== null)
  const mayHeal = pauses.some(({ why }) => why !== 'gone' && why !== 'events_rejected')
  const all = receiver === undefined ? ' all' : ''
  const button = (to: 'orders' | 'continue' | 'stop', label: string, Icon: TablerIcon) => (
    <Button
      size="sm"
      {...(to !== 'orders' && { variant: 'default' })}
      data-danger={to === 'stop' || undefined}
      title={to === 'orders' ? HOW_IT_TRIES : undefined}
      loading={
        change.isPending && change.variables.to === to && change.variables.receiver === receiver
      }
      onClick={() => change.mutate({ to, receiver })}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.buttons}>
      {!hasOrder && mayHeal && button('orders', `Keep trying${all}`, IconClockPause)}
      {button('continue', `${hasOrder ? 'Try' : 'Continue'}${all} now`, IconPlayerPlay)}
      {button('stop', `Stop${all}`, IconX)}
    </div>
  )
}

const HOW_IT_TRIES = 'Redial tries one event now and then, and sends the rest once that one arrives'
