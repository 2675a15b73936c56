import type { KnownReceiver } from '../../../../contract/receiver.ts'
import { Time } from '../../../format/time.tsx'
import chip from '../../../ui/chip.module.css'
import classes from './receiver-health.module.css'
import { type ShownState, STATE_NAMES } from './shown-state.ts'

type LabelledReceiver = Pick<KnownReceiver, 'fails_since' | 'works_since'> & { state: ShownState }

type ReceiverStateChipProps = { receiver: LabelledReceiver }

const TONES = { down: 'bad', failing: 'bad', recovered: 'good', works: 'good', unknown: undefined }

export function ReceiverStateChip({ receiver }: ReceiverStateChipProps) {
  const since = sinceOf(receiver)
  const name = STATE_NAMES[receiver.state]
  return (
    <span className={chip.chip} data-tone={TONES[receiver.state]}>
      {since ? <Since {...since} /> : name}
    </span>
  )
}

/** The same in a narrow column, where the time has a line of its own. */
export function ReceiverStateLines({ receiver }: ReceiverStateChipProps) {
  const since = sinceOf(receiver)
  const name = STATE_NAMES[receiver.state]
  return (
    <>
      <span className={chip.chip} data-tone={TONES[receiver.state]}>
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
  return (
    <>
      {text} <Time stamp={stamp} />
    </>
  )
}

/** What began when, with the words before the time; null if that is unknown. */
function sinceOf({ state, fails_since, works_since }: LabelledReceiver) {
  // Its deliveries may have failed for longer. A late receiver may have no failed replay.
  if (state === 'down' && fails_since) return { text: 'Replays failing since', stamp: fails_since }
  if (state === 'recovered' && works_since) return { text: 'Recovered', stamp: works_since }
  return null
}
