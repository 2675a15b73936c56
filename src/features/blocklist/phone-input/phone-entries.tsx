import { Button, FileButton } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconFileText } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { EntrySummary, type ShownEntries } from './entry-summary.tsx'
import { type EntryVerdict, entriesToLookAt } from './entry-verdicts.ts'
import { HomeCountry } from './home-country.tsx'
import { useDroppedFiles } from './paste/use-dropped-files.ts'
import classes from './phone-entries.module.css'
import { PhoneEntryList } from './phone-entry-list.tsx'
import { focusFirstEntry, keepFocus } from './phone-entry-row.tsx'
import { SkippedNumbers } from './skipped-numbers.tsx'
import { UnclearEntries } from './unclear-entries.tsx'
import type { Entries } from './use-entries.ts'

type PhoneEntriesProps = {
  entries: Entries
  verdicts: EntryVerdict[]
  /** What is wrong with the list as a whole. */
  listError?: string | undefined
  isLeavingOut: boolean
  onLeaveOut: (isLeavingOut: boolean) => void
  /** The first entry gets the focus when the form opens. */
  isFirstField: boolean
}

/** Numbers in any way that one has them, each with what becomes of it. */
export function PhoneEntries(props: PhoneEntriesProps) {
  const { entries, verdicts, listError, isLeavingOut, onLeaveOut, isFirstField } = props
  const [chosen, setShown] = useState<ShownEntries>('all')
  /** The entry that is being typed. */
  const [typed, setTyped] = useState<number | null>(null)
  const isOver = useDroppedFiles(files => void entries.drop(files))
  const chooseAnew = useRef<() => void>(null)
  const toLookAt = entriesToLookAt(verdicts)
  const shown = chosen !== 'all' && toLookAt[chosen].length === 0 ? 'all' : chosen
  const isShown = shown === 'all' ? null : new Set(toLookAt[shown])
  // The one that is put right stays until that is done.
  const places = Array.from(entries.list.keys()).filter(
    index => isShown === null || isShown.has(index) || entries.list[index]?.id === typed,
  )

  // Files are taken wherever they are dropped. Of lines of text a single field would make one.
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
      <legend className={classes.legend}>Phone numbers</legend>
      <p className={classes.hint}>
        Type them, or paste or drop a list, a column of a spreadsheet or a CSV file.
      </p>
      <HomeCountry home={entries.home} onChange={home => void entries.setHome(home)} />
      {listError && (
        <p role="alert" tabIndex={-1} className={classes.listError}>
          {listError}
        </p>
      )}
      <p role="status" className={classes.feedback} data-problem={entries.feedback?.isProblem}>
        {entries.isReading ? 'Reading…' : entries.feedback?.text}
      </p>
      {entries.list.length > 1 && (
        <EntrySummary
          verdicts={verdicts}
          toLookAt={toLookAt}
          shown={shown}
          onShown={setShown}
          isLeavingOut={isLeavingOut}
          onLeaveOut={onLeaveOut}
          onInclude={() =>
            entries.include(toLookAt.held.map(place => entries.list[place]?.text ?? ''))
          }
        />
      )}
      <SkippedNumbers skipped={entries.skipped} onAdd={entries.addSkipped} />
      <UnclearEntries entries={entries} verdicts={verdicts} />
      <PhoneEntryList
        key={shown}
        entries={entries}
        verdicts={verdicts}
        shown={places}
        canAdd={shown === 'all'}
        typed={typed}
        onTyped={setTyped}
        isFirstField={isFirstField}
      />
      <div className={classes.buttons}>
        <FileButton
          accept=".csv,.txt,.tsv,.vcf,text/csv,text/plain,text/vcard"
          multiple
          resetRef={chooseAnew}
          onChange={files => {
            void entries.drop(files)
            // Else the same file, put right meanwhile, could not be chosen again.
            chooseAnew.current?.()
          }}
        >
          {button => (
            <Button
              {...button}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconFileText size={16} aria-hidden />}
              onMouseDown={keepFocus}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        {entries.list.length > 1 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onMouseDown={keepFocus}
            onClick={() => {
              entries.clear()
              focusFirstEntry()
            }}
          >
            Clear the list
          </Button>
        )}
      </div>
    </fieldset>
  )
}
