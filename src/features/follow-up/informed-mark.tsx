import { type FormEvent, useId, useState } from 'react'
import type { FollowUp, FollowUpKey } from '../../../contract/follow-up.ts'
import { Time } from '../../format/time.tsx'
import { createDrafts, useKeptDraft } from '../../forms/drafts.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import classes from './follow-up-panel.module.css'
import { describeInformed, isOutdated, lastInformed, OUTDATED } from './messages.ts'
import { useAddNote, useDraftOwner } from './use-follow-up.ts'

const drafts = createDrafts<string>()

type InformedMarkProps = {
  about: FollowUpKey
  /** Its own, then those that are related to it. */
  followUps: (FollowUp | null)[]
  /** When the newest of the events that are still missing failed. */
  last: string | null
}

/** When the customer was informed last, and a mark with what a person told them. */
export function InformedMark({ about, followUps, last }: InformedMarkProps) {
  const id = useId()
  const owner = useDraftOwner(about)
  const add = useAddNote()
  const [message, setMessage] = useState(() => drafts.of(owner) ?? '')
  const text = message.trim()
  useKeptDraft(drafts, owner, () => (text === '' ? null : message))
  const informed = lastInformed(followUps)
  const isOwnMark = informed?.about === null
  const save = async (submit: FormEvent) => {
    submit.preventDefault()
    if (add.isPending) return
    await add.mutateAsync({ ...about, what: 'informed', ...(text !== '' && { text }) })
    // What was typed meanwhile stays.
    setMessage(current => (current === message ? '' : current))
    // The form may have closed.
    drafts.keep(owner, null)
  }
  return (
    // The notification of a failed request says what happened, and the text stays.
    <form className={classes.form} onSubmit={submit => save(submit).catch(() => {})}>
      <div className={classes.row}>
        <p>
          {informed === undefined ? (
            'The customer has not been informed.'
          ) : (
            <>
              Customer informed <Time stamp={informed.at} />
              {describeInformed(informed)}
              {isOutdated(informed, last) && OUTDATED}
            </>
          )}
        </p>
        {isOwnMark && (
          <PlainButton
            data-size="xs"
            isLoading={add.isPending}
            onClick={() => add.mutate({ ...about, what: 'not_informed' })}
          >
            Undo
          </PlainButton>
        )}
      </div>
      <label htmlFor={id}>What the customer was told (optional)</label>
      <div className={classes.row}>
        <input
          id={id}
          className={classes.field}
          value={message}
          maxLength={500}
          onChange={({ currentTarget: { value } }) => setMessage(value)}
        />
        <PlainButton type="submit" data-size="xs" isLoading={add.isPending}>
          {isOwnMark ? 'Mark again' : 'Mark as informed'}
        </PlainButton>
      </div>
    </form>
  )
}
