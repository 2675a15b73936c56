import type { KnownReceiver } from '../../../../contract/receiver.ts'

type ReceiverStateLabel = {
  tone: 'good' | 'bad' | undefined
  /** "Replays failing since", if a time follows. */
  label: string
  since: string | null
}

export function receiverStateLabel({
  state,
  fails_since,
  works_since,
}: Pick<KnownReceiver, 'state' | 'fails_since' | 'works_since'>): ReceiverStateLabel {
  switch (state) {
    case 'down':
      // Its deliveries may have failed for longer. A late receiver may have no failed replay.
      return {
        tone: 'bad',
        label: fails_since ? 'Replays failing since' : 'Down',
        since: fails_since,
      }
    case 'recovered':
      return { tone: 'good', label: 'Recovered', since: works_since }
    case 'works':
      return { tone: 'good', label: 'Working', since: null }
    case 'unknown':
      return { tone: undefined, label: 'Unknown', since: null }
  }
}
