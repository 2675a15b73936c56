import type { KnownReceiver } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
import chip from '../../../ui/chip.module.css'
import classes from './receiver-health.module.css'
import type { ShownState } from './shown-state.ts'

type ReceiverStateLabel = {
  tone: 'good' | 'bad' | undefined
  /** The state, as the filter of receivers names it. */
  name: string
  /** What began at the time, with words that belong before it. */
  since: { text: string; stamp: string } | null
}

type LabelledReceiver = Pick<KnownReceiver, 'fails_since' | 'works_since'> & {
  state: ShownState
}

type ReceiverStateChipProps = {
  receiver: LabelledReceiver
}

/** Says whether a receiver accepts events, and since when. */
export function ReceiverStateChip({ receiver }: ReceiverStateChipProps) {
  const { tone, name, since } = receiverStateLabel(receiver)
  return (
    <span className={chip.chip} data-tone={tone}>
      {since ? <Since {...since} /> : name}
    </span>
  )
}

/** The same in a narrow column, where the time has a line of its own. */
export function ReceiverStateLines({ receiver }: ReceiverStateChipProps) {
  const { tone, name, since } = receiverStateLabel(receiver)
  return (
    <>
      <span className={chip.chip} data-tone={tone}>
        {name}
      </span>
      {since && (
        <div className={classes.note}>
          <Since {...since} text={since.text === name ? 'Since' : since.text} />
        </div>
      )}
    </>
  )
}

function Since({ text, stamp }: { text: string; stamp: string }) {
  const times = useTimes()
  return (
    <>
      {text}{' '}
      <time dateTime={stamp} title={times.full(stamp)}>
        {times.brief(stamp)}
      </time>
    </>
  )
}

export function receiverStateLabel({
  state,
  fails_since,
  works_since,
}: LabelledReceiver): ReceiverStateLabel {
  switch (state) {
    case 'down':
      // Its deliveries may have failed for longer. A late receiver may have no failed replay.
      return {
        tone: 'bad',
        name: 'Down',
        since: fails_since ? { text: 'Replays failing since', stamp: fails_since } : null,
      }
    case 'failing':
      return { tone: 'bad', name: 'Failing', since: null }
    case 'recovered':
      return {
        tone: 'good',
        name: 'Recovered',
        since: works_since ? { text: 'Recovered', stamp: works_since } : null,
      }
    case 'works':
      return { tone: 'good', name: 'Working', since: null }
    case 'unknown':
      return { tone: undefined, name: 'Unknown', since: null }
  }
}
