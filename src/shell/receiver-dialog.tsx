import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { plural } from '../../contract/text/count.ts'
import { formatNames } from '../../contract/text/names.ts'
import { errorText } from '../api/error-messages.ts'
import { sendChange, type UnconfirmedReceivers } from '../api/request.ts'
import { LastingConfirmDialog } from '../ui/confirm/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import classes from './receiver-dialog.module.css'

type ReceiverDialogProps = UnconfirmedReceivers & {
  /** Called once. The replay waits for it. */
  onAnswer: (isConfirmed: boolean) => void
}

/** Asks before the first replay to a host that Redial found in a field of a foreign service. */
export default function ReceiverDialog({ receivers, companies, onAnswer }: ReceiverDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isConfirmed = useRef(false)
  const [cancelled] = useState(() => new AbortController())
  const confirm = useMutation({
    mutationFn: () =>
      sendChange('/gateway/receivers/confirmed', {
        method: 'POST',
        body: { receivers },
        signal: cancelled.signal,
      }),
    onSuccess: () => {
      isConfirmed.current = true
      dialog.current?.close()
    },
  })
  return (
    <LastingConfirmDialog
      ref={dialog}
      title={plural(
        receivers.length,
        'Send events to this receiver?',
        'Send events to these receivers?',
      )}
      confirm="Confirm and replay"
      isPending={confirm.isPending}
      onConfirm={() => confirm.mutate()}
      onClose={() => {
        cancelled.abort()
        onAnswer(isConfirmed.current)
      }}
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
      {confirm.error && <Notice tone="bad">{errorText(confirm.error)}</Notice>}
    </LastingConfirmDialog>
  )
}
