import { Button, Select } from '@mantine/core'
import { clsx } from 'clsx'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { type DragEvent, useState } from 'react'
import notice from '../../../ui/notice.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { formatCountry } from '../phone/phone-entry.ts'
import { focusPasteArea, keepFocus } from './entry-fields.ts'
import { EntrySummary, SkippedNumbers, UnclearEntries } from './entry-summary.tsx'
import { PasteArea, usePageTransfer } from './paste-area.tsx'
import classes from './phone-entries.module.css'
import { PhoneEntryList } from './phone-entry-list.tsx'
import type { Entries, Pasting } from './use-entries.ts'
import type { CheckedEntry, EntryGroup } from './validate-entries.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'

export type PhoneEntriesProps = {
  entries: Entries
  pasting: Pasting
  /** The same entries with their validation results. */
  checked: CheckedEntry[]
  /** The errors of the list as a whole, one on each line. */
  listErrors?: string | undefined
  /** Whether the first line is a success, and the others say what is left. */
  isPartly?: boolean
  /** The form was sent without a number. */
  isNumberMissing: boolean
}

/** The field for many phone numbers, each with its validation result. */
export function PhoneEntries(props: PhoneEntriesProps) {
  const { entries, pasting, checked, listErrors, isPartly, isNumberMissing } = props
  const [editedId, setEditedId] = useState<number | null>(null)
  const [chosen, setChosen] = useState<EntryGroup | null>(null)
  const isOver = usePageTransfer(pasting)
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
    if (pasting.take(event.dataTransfer)) event.preventDefault()
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
          pasting={pasting}
          isLow={entries.list.length > 1}
          error={isNumberMissing ? 'Enter a phone number.' : null}
        />
        <DefaultCountrySelect
          defaultCountry={entries.defaultCountry}
          onChange={pasting.setDefaultCountry}
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
        ref={pasting.feedbackElement}
        role="status"
        tabIndex={-1}
        className={clsx(classes.feedback, pasting.feedback?.isProblem && notice.box)}
        data-tone={pasting.feedback?.isProblem ? 'bad' : undefined}
      >
        {pasting.isParsing ? 'Reading…' : pasting.feedback?.text}
      </p>
      {entries.list.length > 1 && (
        <EntrySummary
          entries={checked}
          shown={shown}
          onShown={setChosen}
          onInclude={entries.include}
        />
      )}
      <SkippedNumbers pasting={pasting} />
      <UnclearEntries entries={entries} pasting={pasting} />
      <PhoneEntryList
        // The list starts at its top after another choice.
        key={String(shown)}
        entries={entries}
        shown={checked.filter(isShown)}
        editedId={editedId}
        onEdited={setEditedId}
      />
      {entries.list.length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.clear}
          onMouseDown={keepFocus}
          onClick={() => {
            pasting.clear()
            focusPasteArea()
          }}
        >
          Clear the list
        </Button>
      )}
    </fieldset>
  )
}

type DefaultCountrySelectProps = {
  defaultCountry: CountryCode
  onChange: (defaultCountry: CountryCode) => void
}

/** Selects the country of numbers without a country code. */
function DefaultCountrySelect({ defaultCountry, onChange }: DefaultCountrySelectProps) {
  return (
    <Select
      classNames={{ label: classes.country }}
      label="Default country"
      data={COUNTRIES}
      value={defaultCountry}
      onChange={value => {
        const country = getCountries().find(code => code === value)
        if (country) onChange(country)
      }}
      allowDeselect={false}
      searchable
      // Otherwise its 245 options render again at each key press in the form.
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage="No country found"
      autoComplete="off"
    />
  )
}

const COUNTRIES = getCountries()
  .map(code => ({ value: code, label: `${formatCountry(code)} (+${getCountryCallingCode(code)})` }))
  .sort((one, other) => one.label.localeCompare(other.label))
