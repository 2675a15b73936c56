import { Button } from '@mantine/core'
import * as uiMessages from '../../../ui/messages.ts'
import classes from './entry-summary.module.css'
import * as messages from './messages.ts'
import { focusFirstEntry } from './phone-entry-row.tsx'
import { entriesToLookAt, type ValidationResult } from './validate-entries.ts'

/**
 * On phones there is no room for `rest`, and elsewhere none for a long one: `about` of the actions says it
 * in a line of its own.
 */
export function SubmitLabel({ what, rest }: { what: string; rest: string }) {
  return (
    <>
      {what}
      <span className={classes.rest}>{rest}</span>
    </>
  )
}

/** How many characters of `about` have room in the button, beside Cancel or also beside Check. */
const ROOM = { alone: 50, besideCheck: 32 }

type EntriesActionsProps = {
  /** Whose list changes, and which entries are skipped. */
  about: string
  results: ValidationResult[]
  /** Shows only the invalid entries. */
  onCheck: () => void
  onCancel: () => void
}

/** The buttons next to the one that sends the entries. */
export function EntriesActions({ about, results, onCheck, onCancel }: EntriesActionsProps) {
  const wrong = entriesToLookAt(results).wrong.length
  const canCheck = wrong > 0 && results.length > 1
  const isLong = about.length > (canCheck ? ROOM.besideCheck : ROOM.alone)
  return (
    <>
      {about !== '' && (
        <p className={classes.about} data-long={isLong || undefined}>
          {about}
        </p>
      )}
      {canCheck && (
        <Button
          variant="subtle"
          className={classes.check}
          onClick={() => {
            onCheck()
            focusFirstEntry()
          }}
        >
          {messages.checkInvalid(wrong)}
        </Button>
      )}
      <Button variant="default" onClick={onCancel}>
        {uiMessages.cancel}
      </Button>
    </>
  )
}
