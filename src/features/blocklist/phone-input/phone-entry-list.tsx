import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { formatCountry } from '../phone/phone-entry.ts'
import classes from './phone-entries.module.css'
import { entryFieldId, keepFocus, PhoneEntryRow } from './phone-entry-row.tsx'
import type { Entries } from './use-entries.ts'
import type { Pasting } from './use-pasting.ts'
import type { ValidationResult } from './validate-entries.ts'

/** In a wide drawer. Each row is measured once it is rendered. */
const ROW_HEIGHT = 34

type PhoneEntryListProps = {
  entries: Entries
  pasting: Pasting
  results: ValidationResult[]
  shown: number[]
  canAdd: boolean
  /** An entry that is being edited shows no error yet. */
  editedId: number | null
  onEdited: (id: number | null) => void
  isFirstField: boolean
}

/** A list of any length, of which only visible entries are rendered. */
export function PhoneEntryList(props: PhoneEntryListProps) {
  const { entries, pasting, results, shown, canAdd, editedId, onEdited, isFirstField } = props
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: place => entries.list[shown[place] ?? -1]?.id ?? place,
    overscan: 8,
    useFlushSync: false,
  })

  const defaultCountry = formatCountry(entries.defaultCountry)
  const focus = (id: number, place: number) => {
    virtualizer.scrollToIndex(place)
    // It may have to be rendered first.
    requestAnimationFrame(() => document.getElementById(entryFieldId(id))?.focus())
  }
  const addAfter = (id: number, place: number) => {
    let added = 0
    flushSync(() => {
      added = entries.insertAfter(id)
    })
    focus(added, place + 1)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, id: number, place: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.currentTarget.value.trim() !== '') addAfter(id, place)
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, id: number) => {
    const text = event.clipboardData.getData('text')
    if (!holdsMore(text.trim())) return
    event.preventDefault()
    pasting.paste(text, id)
  }
  const onRemove = (id: number, place: number) => {
    // The focus stays in the list: on the row that moves up, or on the last one.
    const next = entries.list[shown[place + 1] ?? shown[place - 1] ?? -1]
    flushSync(() => entries.update(before => before.filter(entry => entry.id !== id)))
    if (next) focus(next.id, Math.max(0, Math.min(place, shown.length - 2)))
    else box.current?.querySelector('input')?.focus()
  }

  const drawn = virtualizer.getVirtualItems()
  return (
    <>
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
            const index = shown[item.index]
            const entry = index === undefined ? undefined : entries.list[index]
            const result = index === undefined ? undefined : results[index]
            if (index === undefined || !entry || !result) return null
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
                  index={index}
                  entry={entry}
                  result={
                    index === 0 && entries.isNumberMissing
                      ? { ...result, group: 'invalid', about: 'Enter a phone number.' }
                      : result
                  }
                  defaultCountry={defaultCountry}
                  isBeingEdited={editedId === entry.id}
                  isOnly={entries.list.length === 1}
                  isFirstField={isFirstField && item.index === 0}
                  onChange={text => {
                    onEdited(entry.id)
                    entries.change(entry.id, text)
                  }}
                  onLeave={() => onEdited(null)}
                  onKeyDown={event => onKeyDown(event, entry.id, item.index)}
                  onPaste={event => onPaste(event, entry.id)}
                  onRemove={() => onRemove(entry.id, item.index)}
                  onInclude={() => entries.include([result.inclusion])}
                />
              </li>
            )
          })}
        </ol>
      </div>
      {canAdd && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          onMouseDown={keepFocus}
          onClick={() => {
            const last = entries.list.at(-1)
            if (last) addAfter(last.id, entries.list.length - 1)
          }}
        >
          Add a number
        </Button>
      )}
    </>
  )
}

const MAX_OF_ONE = 100

/** Whether pasted text holds more than one number. The field handles a single number itself. */
function holdsMore(text: string): boolean {
  if (text.length > MAX_OF_ONE) return true
  return !/^[\s+\p{Nd}().\-/\p{Pd}]*$/u.test(text) || /[\r\n\t]|(?:\p{Nd}\P{Nd}*){16}/u.test(text)
}
