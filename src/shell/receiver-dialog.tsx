import type { UnconfirmedReceivers } from '../api/request.ts'
import { confirmReceivers } from '../features/receivers/queries/receivers-query.ts'
import { plural } from '../format/numbers.ts'
import { formatNames } from '../format/text.ts'
import { ConfirmDialog } from '../ui/confirm/confirm-dialog.tsx'
import classes from './receiver-dialog.module.css'

type ReceiverDialogProps = UnconfirmedReceivers & {
  /** The replay waits for the first answer, and fails if the answer does. */
  onAnswer: (isConfirmed: boolean | Promise<boolean>) => void
}

/** Asks before the first replay to a host that Redial found in a field of a foreign service. */
export function ReceiverDialog({ receivers, companies, onAnswer }: ReceiverDialogProps) {
  return (
    <ConfirmDialog
      title={plural(
        receivers.length,
        'Send events to this receiver?',
        'Send events to these receivers?',
      )}
      confirm="Confirm and replay"
      onConfirm={() => onAnswer(confirmReceivers(receivers).then(() => true))}
      onClose={() => onAnswer(false)}
    >
      <p>
        Redial found {plural(receivers.length, 'this address', 'these addresses')} in a field of the
        service. Events contain phone numbers, so check that{' '}
        {plural(receivers.length, 'it belongs', 'they belong')} to your customer. Redial asks once
        for each host.
      </p>
      {companies.length > 0 && (
        <p>
          Events of <b translate="no">{formatNames(companies)}</b>
        </p>
      )}
      <ul className={classes.receivers} translate="no">
        {receivers.map(receiver => (
          <li key={receiver}>{receiver}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
