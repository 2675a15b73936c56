import { Button, Select } from '@mantine/core'
import { clsx } from 'clsx'
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { type DragEvent, useState } from 'react'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import notice from '../../../ui/notice.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { numberCount } from '../messages.ts'
import { formatCountry } from '../phone/phone-entry.ts'
import { focusPasteArea, keepFocus, PasteArea, usePageTransfer } from './paste-area.tsx'
import classes from './phone-entries.module.css'
import { PhoneEntryList } from './phone-entry-list.tsx'
import type { NumberInput } from './use-entries.ts'
import { type CheckedEntry, countGroup, type EntryGroup } from './validate-entries.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'

export type PhoneEntriesProps = {
  input: NumberInput
  /** Its entries with their validation results. */
  checked: CheckedEntry[]
  /** The errors of the list as a whole, one on each line. */
  listErrors: string | undefined
  /** Whether the first line is a success, and the others say what is left. */
  isPartly: boolean
  /** The form was sent without a number. */
  isNumberMissing: boolean
}

/** The field for many phone numbers, each with its validation result. */
export function PhoneEntries(props: PhoneEntriesProps) {
  const { input, checked, listErrors, isPartly, isNumberMissing } = props
  const [editedId, setEditedId] = useState<number | null>(null)
  const [chosen, setChosen] = useState<EntryGroup | null>(null)
  const isOver = usePageTransfer(input)
  const isList = input.list.length > 1
  const isNoneLeft = checked.every(({ group }) => group !== chosen) && editedId === null
  const shown = isNoneLeft ? null : chosen
  // Otherwise a later entry of this group would hide the others.
  if (shown !== chosen) setChosen(shown)
  // The entry that is being fixed stays until it is finished.
  const isShown = (entry: CheckedEntry) =>
    shown === null || entry.group === shown || entry.id === editedId

  // Files can be dropped anywhere. A single field would join dropped lines of text into one.
  const onDropText = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) return
    if (input.take(event.dataTransfer)) event.preventDefault()
  }

  return (
    <fieldset
      className={classes.entries}
      data-over={isOver}
      onDragOver={event => event.preventDefault()}
      onDrop={onDropText}
    >
      <legend className={visuallyHidden.only}>Phone numbers</legend>
      <div className={classes.above}>
        <PasteArea
          input={input}
          isLow={isList}
          error={isNumberMissing ? 'Enter a phone number.' : null}
        />
        <Select
          classNames={{ label: classes.country }}
          label="Default country"
          data={COUNTRIES}
          value={input.defaultCountry}
          onChange={code => code && isSupportedCountry(code) && input.setDefaultCountry(code)}
          allowDeselect={false}
          searchable
          // Otherwise its 245 options render again at each key press in the form.
          comboboxProps={{ keepMounted: false }}
          nothingFoundMessage="No country found"
          autoComplete="off"
        />
      </div>
      {listErrors && (
        <div
          role="alert"
          tabIndex={-1}
          className={classes.listErrors}
          data-stays-in-view={isPartly || undefined}
        >
          {listErrors.split('\n').map((line, index) => (
            <p
              key={line}
              className={notice.box}
              data-tone={isPartly ? (index === 0 ? 'good' : 'wait') : 'bad'}
            >
              {line}{' '}
            </p>
          ))}
        </div>
      )}
      <p
        ref={input.feedbackElement}
        role="status"
        tabIndex={-1}
        className={clsx(classes.feedback, input.feedback?.isProblem && notice.box)}
        data-tone={input.feedback?.isProblem ? 'bad' : undefined}
      >
        {input.isParsing ? 'Reading…' : input.feedback?.text}
      </p>
      {isList && (
        <EntrySummary
          entries={checked}
          shown={shown}
          onShown={setChosen}
          onInclude={input.include}
        />
      )}
      <SkippedNumbers input={input} />
      <UnclearEntries input={input} />
      <PhoneEntryList
        // The list starts at its top after another choice.
        key={String(shown)}
        input={input}
        shown={checked.filter(isShown)}
        editedId={editedId}
        onEdited={setEditedId}
      />
      {isList && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.clear}
          onMouseDown={keepFocus}
          onClick={() => {
            input.clear()
            focusPasteArea()
          }}
        >
          Clear the list
        </Button>
      )}
    </fieldset>
  )
}

const COUNTRIES = getCountries()
  .map(code => ({ value: code, label: `${formatCountry(code)} (+${getCountryCallingCode(code)})` }))
  .sort((one, other) => one.label.localeCompare(other.label))

type EntrySummaryProps = {
  entries: CheckedEntry[]
  /** Which entries are shown; null for all. */
  shown: EntryGroup | null
  onShown: (shown: EntryGroup | null) => void
  onInclude: (held: CheckedEntry[]) => void
}

const GROUPS: { group: EntryGroup; label: string }[] = [
  { group: 'sent', label: 'To block' },
  { group: 'listed', label: 'Already blocked' },
  { group: 'duplicate', label: 'Duplicates' },
  { group: 'held', label: 'Held back' },
  { group: 'invalid', label: 'Invalid' },
]

function EntrySummary({ entries, shown, onShown, onInclude }: EntrySummaryProps) {
  const held = entries.filter(({ group }) => group === 'held')
  // Protected ones are included one by one.
  const unusual = held.filter(({ isProtected }) => !isProtected)
  const guarded = held.length - unusual.length
  const all = entries.length - countGroup(entries, 'empty')
  const groups = GROUPS.map(each => ({ ...each, count: countGroup(entries, each.group) }))
  return (
    <div className={classes.summary}>
      <p>
        <span className={classes.sent}>
          {`${formatNumber(countGroup(entries, 'sent'))} of ${formatNumber(all)} entries can be blocked.`}
        </span>
      </p>
      <fieldset aria-label="Show entries" className={classes.kinds}>
        {[{ group: null, label: 'All', count: all }, ...groups].map(
          ({ group, label, count }) =>
            count > 0 && (
              <button
                key={label}
                type="button"
                className={classes.kind}
                data-kind={group}
                aria-pressed={shown === group}
                onClick={() => onShown(group)}
              >
                {label} <span className={classes.count}>{formatNumber(count)}</span>
              </button>
            ),
        )}
      </fieldset>
      {guarded > 0 && (
        <p className={classes.held}>
          {formatCount(guarded, 'number is protected and is', 'numbers are protected and are')} held
          back.
        </p>
      )}
      {unusual.length > 0 && (
        <p className={classes.held}>
          {numberCount(unusual.length)}{' '}
          {plural(unusual.length, 'looks unusual and is', 'look unusual and are')} held back.{' '}
          <Button size="xs" onClick={() => onInclude(unusual)}>
            {unusual.length === 1 ? 'Include it' : `Include all ${formatNumber(unusual.length)}`}
          </Button>
        </p>
      )}
    </div>
  )
}

const SHOWN_PER_STEP = 50
/** So few that one of them may be the number that a person meant. */
const FEW = 3

/**
 * Lists digits of a paste that were skipped, such as dates and account numbers, with buttons that
 * add them.
 */
function SkippedNumbers({ input: { skipped, addSkipped } }: { input: NumberInput }) {
  const [most, setMost] = useState(SHOWN_PER_STEP)
  if (skipped.length === 0) return null
  return (
    <details className={classes.skipped} open={skipped.length <= FEW}>
      <summary>
        {formatCount(skipped.length, 'group of digits was', 'groups of digits were')} skipped
        because{' '}
        {plural(
          skipped.length,
          'it doesn’t look like a phone number',
          'they don’t look like phone numbers',
        )}
      </summary>
      <ul>
        {skipped.slice(0, most).map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same digits may be in a line twice
          <li key={`${each.line} ${each.text} ${index}`}>
            <span className={classes.line}>Line {formatNumber(each.line)}</span>
            <span className={classes.digits} translate="no">
              {each.text}
            </span>
            <Button
              size="xs"
              aria-label={`Add ${each.text} of line ${each.line}`}
              onClick={() => addSkipped(each)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {skipped.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + SHOWN_PER_STEP)}>
          Show more
        </Button>
      )}
    </details>
  )
}

function UnclearEntries({ input }: { input: NumberInput }) {
  const unclear = input.list.filter(({ parsed }) => parsed.kind === 'unclear')
  if (new Set(unclear.map(({ text }) => text)).size < 2) return null
  const answer = (label: string, meaning: 'asNational' | 'asInternational') => (
    <Button
      size="xs"
      onClick={() =>
        input.parseAgain(({ parsed }) => (parsed.kind === 'unclear' ? parsed[meaning] : undefined))
      }
    >
      {label}
    </Button>
  )
  return (
    <div className={clsx(notice.box, classes.unclear)} data-tone="wait">
      <p>
        {formatNumber(unclear.length)} numbers can be read in two ways: a spreadsheet removed their
        first 0, or they start with another country’s code.
      </p>
      <div className={classes.buttons}>
        {answer(`All these numbers are from ${formatCountry(input.defaultCountry)}`, 'asNational')}
        {answer('All these numbers have a country code', 'asInternational')}
      </div>
    </div>
  )
}
