import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityEntry } from '../../../contract/activity.ts'
import { describeError } from '../../api/error-messages.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import { activityEntryQuery } from './activity-query.ts'
import classes from './changed-numbers.module.css'
import * as messages from './messages.ts'

/**
 * The phone numbers of a blocklist change: the first few, and all of them on request. A long list
 * is focusable, so that the keyboard can scroll it.
 */
export function ChangedNumbers({ entry }: { entry: ActivityEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const all = useQuery({ ...activityEntryQuery(entry.id), enabled: isOpen })
  if (!('unreadable' in entry.details)) return null
  const { count, unreadable } = entry.details
  const first = entry.numbers
  const shown = isOpen ? (all.data?.numbers ?? first) : first
  const others = count - (first?.length ?? 0)
  return (
    <div className={classes.numbers}>
      {first === null && count > 0 && <p>{messages.tooManyToStore}</p>}
      {shown && shown.length > 0 && (
        <p className={classes.list} translate="no" tabIndex={isOpen ? 0 : undefined}>
          {shown.map(formatPhoneNumber).join(', ')}
        </p>
      )}
      {first !== null && others > 0 && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? messages.showFewer : messages.showAllNumbers(count)}
        </button>
      )}
      {isOpen && all.isLoading && <p role="status">{messages.loadingNumbers}</p>}
      {isOpen && all.error && <p role="alert">{describeError(all.error).message}</p>}
      {isOpen && all.data?.numbers && all.data.numbers.length < count && (
        <p>{messages.othersNotStored}</p>
      )}
      {unreadable > 0 && <p>{messages.withoutPhoneNumber(unreadable)}</p>}
    </div>
  )
}
