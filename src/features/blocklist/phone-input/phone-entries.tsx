import { Button } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { type DragEvent, useEffect, useState } from 'react'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { DefaultCountrySelect } from './default-country-select.tsx'
import { EntrySummary } from './entry-summary.tsx'
import * as messages from './messages.ts'
import { useDroppedFiles } from './paste/use-dropped-files.ts'
import { usePastedText } from './paste/use-pasted-text.ts'
import { PasteArea } from './paste-area.tsx'
import classes from './phone-entries.module.css'
import { PhoneEntryList } from './phone-entry-list.tsx'
import { focusFirstEntry, keepFocus } from './phone-entry-row.tsx'
import { SkippedNumbers } from './skipped-numbers.tsx'
import { UnclearEntries } from './unclear-entries.tsx'
import type { Entries } from './use-entries.ts'
import { entriesToLookAt, type ValidationResult } from './validate-entries.ts'

type PhoneEntriesProps = {
  entries: Entries
  results: ValidationResult[]
  /** The errors of the list as a whole, one on each line. */
  listErrors?: string | undefined
  /** Whether the first line is a success, and the others say what is left. */
  isPartly?: boolean
  /** Whether the first entry gets the focus when the form opens. */
  isFirstField: boolean
}

/** The field for many phone numbers, each with its validation result. */
export function PhoneEntries(props: PhoneEntriesProps) {
  const { entries, results, listErrors, isPartly, isFirstField } = props
  /** The entry that is being edited. */
  const [editedId, setEditedId] = useState<number | null>(null)
  const isOver = useDroppedFiles(files => void entries.drop(files))
  usePastedText({
    onText: text => void entries.paste(text),
    onFiles: files => void entries.drop(files),
  })
  const toLookAt = entriesToLookAt(results)
  const isNoneLeft = entries.shown !== 'all' && toLookAt[entries.shown].length === 0
  // The list is drawn again for another choice, which would take the focus from the last one.
  const shown = isNoneLeft && editedId === null ? 'all' : entries.shown
  useEffect(() => {
    if (shown !== entries.shown) entries.setShown(shown)
  })
  const isShown = shown === 'all' ? null : new Set(toLookAt[shown])
  // The entry that is being fixed stays until it is finished.
  const places = Array.from(entries.list.keys()).filter(
    index => isShown === null || isShown.has(index) || entries.list[index]?.id === editedId,
  )

  // Files can be dropped anywhere. A single field would join dropped lines of text into one.
  const onDropText = (event: DragEvent) => {
    const text = event.dataTransfer.getData('text')
    if (event.dataTransfer.types.includes('Files') || text === '') return
    event.preventDefault()
    void entries.paste(text)
  }

  return (
    <fieldset
      className={classes.entries}
      data-over={isOver}
      onDragOver={event => event.preventDefault()}
      onDrop={onDropText}
    >
      <legend className={visuallyHidden.only}>{messages.legend}</legend>
      <div className={classes.above}>
        <PasteArea entries={entries} />
        <DefaultCountrySelect
          defaultCountry={entries.defaultCountry}
          onChange={defaultCountry => void entries.setDefaultCountry(defaultCountry)}
        />
      </div>
      {listErrors && (
        <div
          role="alert"
          tabIndex={-1}
          className={classes.listErrors}
          data-partly={isPartly}
          data-stays-in-view={isPartly || undefined}
        >
          {listErrors.split('\n').map(line => (
            <p key={line}>{line} </p>
          ))}
        </div>
      )}
      <p
        ref={entries.feedbackElement}
        role="status"
        tabIndex={-1}
        className={classes.feedback}
        data-problem={entries.feedback?.isProblem}
      >
        {entries.isParsing ? messages.parsing : entries.feedback?.text}
      </p>
      {entries.list.length > 1 && (
        <EntrySummary
          results={results}
          toLookAt={toLookAt}
          shown={shown}
          onShown={entries.setShown}
          onInclude={() =>
            entries.include(
              toLookAt.held
                .filter(place => !results[place]?.isOwn)
                .map(place => entries.list[place]?.text ?? ''),
            )
          }
        />
      )}
      <SkippedNumbers skipped={entries.skipped} onAdd={entries.addSkipped} />
      <UnclearEntries entries={entries} results={results} />
      <PhoneEntryList
        key={shown}
        entries={entries}
        results={results}
        shown={places}
        canAdd={shown === 'all'}
        editedId={editedId}
        onEdited={setEditedId}
        isFirstField={isFirstField}
      />
      {entries.list.length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.add}
          onMouseDown={keepFocus}
          onClick={() => {
            entries.clear()
            focusFirstEntry()
          }}
        >
          {messages.clearList}
        </Button>
      )}
    </fieldset>
  )
}
