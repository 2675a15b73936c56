import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { describeError } from '../api/error-messages.ts'
import type { UnconfirmedReceivers } from '../api/request.ts'
import { confirmReceivers } from '../features/receivers/queries/receivers-query.ts'
import { plural } from '../format/numbers.ts'
import { formatNames } from '../format/text.ts'
import dialogClasses from '../ui/dialog.module.css'
import * as uiMessages from '../ui/messages.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './name-dialog.module.css'

type ReceiverDialogProps = UnconfirmedReceivers & {
  /** Called once. The replay waits for it. */
  onAnswer: (isConfirmed: boolean) => void
}

/**
 * Asks before the first replay to a host that Redial found in a field of a foreign service. A native
 * dialog opens above drawers.
 */
export function ReceiverDialog({ receivers, companies, onAnswer }: ReceiverDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isConfirmed = useRef(false)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const confirm = useMutation({
    mutationFn: () => confirmReceivers(receivers),
    onSuccess: () => {
      isConfirmed.current = true
      dialog.current?.close()
    },
  })
  // Otherwise a drawer below would handle Escape.
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.key === 'Escape') dialog.current?.close()
  }
  const error = confirm.error && describeError(confirm.error)
  return (
    <dialog
      ref={dialog}
      className={`${dialogClasses.dialog} ${classes.dialog}`}
      aria-labelledby={id}
      onClose={() => onAnswer(isConfirmed.current)}
      onKeyDown={onKeyDown}
    >
      <h2 id={id}>
        {plural(
          receivers.length,
          'Send events to this receiver?',
          'Send events to these receivers?',
        )}
      </h2>
      <p className={classes.why}>
        Redial found {plural(receivers.length, 'this address', 'these addresses')} in a field of the
        service. Events contain phone numbers, so check that{' '}
        {plural(receivers.length, 'it belongs', 'they belong')} to your customer. Redial asks once
        for each host.
      </p>
      {companies.length > 0 && (
        <p className={classes.why}>
          Events of <b translate="no">{formatNames(companies)}</b>
        </p>
      )}
      <ul className={classes.receivers} translate="no">
        {receivers.map(receiver => (
          <li key={receiver}>{receiver}</li>
        ))}
      </ul>
      {error && (
        <Notice tone="bad">
          {error.title}. {error.message}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          data-mantine-stop-propagation
          onClick={() => dialog.current?.close()}
        >
          {uiMessages.cancel}
        </Button>
        <Button
          loading={confirm.isPending}
          data-mantine-stop-propagation
          onClick={() => confirm.mutate()}
        >
          Confirm and replay
        </Button>
      </div>
    </dialog>
  )
}
