import type { CountryCode } from 'libphonenumber-js/max'
import { useRef, useState } from 'react'
import { type ParsedText, parseText } from '../phone/phone-entry.ts'

/** An entry of a form, parsed when it is added or changed. */
export type Entry = ParsedText & {
  id: number
  /** The doubt despite which a person has included it. */
  included?: string | null
}

/** The entries of a form as it starts, and as they are kept when it closes. */
export type EntriesStart = { entries: Omit<Entry, 'id'>[]; defaultCountry: CountryCode }

export const isEmptyEntry = ({ parsed }: Entry) => parsed.kind === 'empty'

export type Entries = ReturnType<typeof useEntries>

let lastId = 0
const withId = (entry: Omit<Entry, 'id'>): Entry => ({ ...entry, id: ++lastId })

/** The entries of a form, and functions that change them. */
export function useEntries(start: EntriesStart) {
  const [list, renderList] = useState(() => start.entries.map(withId))
  const [defaultCountry, renderDefaultCountry] = useState(start.defaultCountry)
  const current = useRef({ list, defaultCountry })
  const update = (change: (before: Entry[]) => Entry[]) => {
    current.current.list = change(current.current.list)
    renderList(current.current.list)
  }
  return {
    list,
    defaultCountry,
    /** The list and the country now, for work that began at an earlier rendering. */
    current: () => current.current,
    setDefaultCountry: (country: CountryCode) => {
      current.current.defaultCountry = country
      renderDefaultCountry(country)
    },
    /** Includes entries despite the doubts about them. */
    include: (held: { id: number; about: string | null }[]) => {
      const doubts = new Map(held.map(({ id, about }) => [id, about]))
      update(before =>
        before.map(entry => ({
          ...entry,
          included: doubts.get(entry.id) ?? entry.included ?? null,
        })),
      )
    },
    update,
    add: (texts: ParsedText[]) => update(before => before.concat(texts.map(withId))),
    change: (id: number, text: string) => {
      const changed = { id, ...parseText(text, current.current.defaultCountry) }
      update(before => before.map(entry => (entry.id === id ? changed : entry)))
    },
    remove: (id: number) => update(before => before.filter(entry => entry.id !== id)),
  }
}
