import { Button } from '@mantine/core'
import * as uiMessages from '../../../ui/messages.ts'
import classes from './entry-summary.module.css'
import * as messages from './messages.ts'
import { focusFirstEntry } from './phone-entry-row.tsx'
import type { Entries } from './use-entries.ts'
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

/** How many characters have room in the button, beside those of the other buttons. */
const LONGEST_IN_BUTTON = 32

type EntriesActionsProps = {
  /** Whose list changes, and which entries are skipped. */
  about: string
  entries: Entries
  results: ValidationResult[]
  onCancel: () => void
}

/** The buttons next to the one that sends the entries. */
export function EntriesActions({ about, entries, results, onCancel }: EntriesActionsProps) {
  const wrong = entriesToLookAt(results).wrong.length
  return (
    <>
      {about !== '' && (
        <p className={classes.about} data-long={about.length > LONGEST_IN_BUTTON || undefined}>
          {about}
        </p>
      )}
      {wrong > 0 && entries.list.length > 1 && (
        <Button
          variant="subtle"
          className={classes.check}
          onClick={() => {
            entries.setShown('wrong')
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
