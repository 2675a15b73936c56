import type { KnownReceiver } from '../../../../contract/receiver.ts'
import type { ShownState } from './shown-state.ts'

type ReceiverStateLabel = {
  tone: 'good' | 'bad' | undefined
  /** The state, as the filter of receivers names it. */
  name: string
  /** What began at the time, with words that belong before it. */
  since: { text: string; stamp: string } | null
}

export type LabelledReceiver = Pick<KnownReceiver, 'fails_since' | 'works_since'> & {
  state: ShownState
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
