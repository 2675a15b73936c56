import { useTimes } from '../../../format/times.ts'
import chip from '../../../ui/chip.module.css'
import classes from './receiver-health.module.css'
import { type LabelledReceiver, receiverStateLabel } from './receiver-state-label.ts'

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
