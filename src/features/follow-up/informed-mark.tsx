import type { ComponentProps } from 'react'
import type { FollowUp, FollowUpKey } from '../../../contract/follow-up.ts'
import { Time } from '../../format/time.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import classes from './follow-up-panel.module.css'
import { describeInformed, isOutdated, lastInformed, OUTDATED } from './messages.ts'
import { useAddNote } from './use-follow-up.ts'

type InformedMarkProps = {
  about: FollowUpKey
  /** Its own, then those that are related to it. */
  followUps: (FollowUp | null)[]
  /** When the newest of the events that are still missing failed. */
  last: string | null
  /** What a person told the customer. */
  field: ComponentProps<'input'>
  isSaving: boolean
  onMark: () => void
}

/** When the customer was informed last, and a mark with what a person told them. */
export function InformedMark(props: InformedMarkProps) {
  const { about, followUps, last, field, isSaving, onMark } = props
  const undo = useAddNote()
  const informed = lastInformed(followUps)
  const isOwnMark = informed?.about === null
  return (
    <>
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
            isLoading={undo.isPending}
            onClick={() => undo.mutate({ ...about, what: 'not_informed' })}
          >
            Undo
          </PlainButton>
        )}
      </div>
      <label htmlFor={field.id}>What the customer was told (optional)</label>
      <div className={classes.row}>
        <input {...field} maxLength={500} />
        <PlainButton data-size="xs" isLoading={isSaving} onClick={onMark}>
          {isOwnMark ? 'Mark again' : 'Mark as informed'}
        </PlainButton>
      </div>
    </>
  )
}
