import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatCountry } from '../phone/phone-entry.ts'
import { entryFieldId, focusPasteArea, keepFocus } from './paste-area.tsx'
import classes from './phone-entries.module.css'
import type { NumberInput } from './use-entries.ts'
import { type CheckedEntry, describeResult } from './validate-entries.ts'
import '@mantine/core/styles/ActionIcon.layer.css'

/** In a wide drawer. Each row is measured once it is rendered. */
const ROW_HEIGHT = 34

type PhoneEntryListProps = {
  input: NumberInput
  shown: CheckedEntry[]
  /** An entry that is being edited shows no error yet. */
  editedId: number | null
  onEdited: (id: number | null) => void
}

/** A list of any length, of which only visible entries are rendered. */
export function PhoneEntryList({ input, shown, editedId, onEdited }: PhoneEntryListProps) {
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: place => shown[place]?.id ?? place,
    overscan: 8,
    useFlushSync: false,
  })
  const onRemove = (id: number, place: number) => {
    // The focus stays in the list: on the row that moves up, or on the last one.
    const next = shown[place + 1] ?? shown[place - 1]
    flushSync(() => input.remove(id))
    if (next === undefined) return focusPasteArea()
    virtualizer.scrollToIndex(Math.max(0, Math.min(place, shown.length - 2)))
    // It may have to be rendered first.
    requestAnimationFrame(() => document.getElementById(entryFieldId(next.id))?.focus())
  }

  const drawn = virtualizer.getVirtualItems()
  return (
    <div ref={box} className={classes.box}>
      {/*
       * The rows are in the flow, so content below a row that grows moves immediately. Rows with measured
       * positions would move some frames later, away from the pointer.
       */}
      <ol
        className={classes.list}
        style={{
          paddingTop: drawn[0]?.start ?? 0,
          paddingBottom: virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0),
        }}
      >
        {drawn.map(item => {
          const entry = shown[item.index]
          if (!entry) return null
          return (
            <li
              key={entry.id}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={shown.length}
              aria-posinset={item.index + 1}
              className={classes.item}
            >
              <PhoneEntryRow
                {...{ input, entry, onEdited }}
                isBeingEdited={editedId === entry.id}
                onRemove={() => onRemove(entry.id, item.index)}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

type PhoneEntryRowProps = Pick<PhoneEntryListProps, 'input' | 'onEdited'> & {
  entry: CheckedEntry
  isBeingEdited: boolean
  onRemove: () => void
}

function PhoneEntryRow({ input, entry, isBeingEdited, onEdited, onRemove }: PhoneEntryRowProps) {
  const row = formatNumber(entry.row)
  const problem = entry.group === 'invalid' && !isBeingEdited ? entry.about : null
  const described =
    problem === null ? describeResult(entry, formatCountry(input.defaultCountry)) : null
  return (
    <div className={classes.entry}>
      <TextInput
        id={entryFieldId(entry.id)}
        classNames={{
          root: classes.input,
          label: classes.label,
          wrapper: classes.field,
          error: classes.error,
          description: classes.result,
          input: classes.text,
        }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label={
          <span>
            <span className={classes.word}>Number </span>
            {row}
          </span>
        }
        value={entry.text}
        inputMode="tel"
        autoComplete="off"
        spellCheck={false}
        error={problem}
        description={
          described && (
            <>
              <span className={classes.outcome}>{described.outcome}</span>
              {described.notes.length > 0 && (
                <span>
                  <span className={classes.word}> · </span>
                  {described.notes.join(' · ')}
                </span>
              )}
            </>
          )
        }
        descriptionProps={{ 'data-noted': described?.isNoted || undefined }}
        onChange={event => {
          onEdited(entry.id)
          input.rewrite(entry.id, event.currentTarget.value)
        }}
        onBlur={() => onEdited(null)}
        onKeyDown={press => {
          if (press.key !== 'Enter' || press.ctrlKey || press.metaKey) return
          // Otherwise it would send the form.
          press.preventDefault()
          focusPasteArea()
        }}
      />
      {entry.group === 'held' && !isBeingEdited && (
        <Button
          size="xs"
          className={classes.include}
          aria-label={`Include number ${row}`}
          onMouseDown={keepFocus}
          onClick={() => input.include([entry])}
        >
          Include
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        className={classes.remove}
        aria-label={`Remove row ${row}`}
        onMouseDown={keepFocus}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
