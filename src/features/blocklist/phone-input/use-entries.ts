import type { CountryCode } from 'libphonenumber-js/max'
import { useRef, useState } from 'react'
import { type ParsedText, parseText } from '../phone/phone-entry.ts'

/** The entries of a form as it starts, and as they are kept when it closes. */
export type EntriesStart = {
  entries: ParsedText[]
  defaultCountry: CountryCode
  /** What a person has included despite a doubt, as `inclusion` of its result. */
  included: string[]
}

/** An entry of a form, parsed when it is added or changed. */
export type Entry = ParsedText & { id: number }

export const isEmptyEntry = ({ parsed }: Entry) => parsed.kind === 'empty'

export type Entries = ReturnType<typeof useEntries>

let lastId = 0
const withId = (entry: ParsedText): Entry => ({ ...entry, id: ++lastId })

/** The entries of a form, and functions that change them. */
export function useEntries(start: EntriesStart) {
  const [list, renderList] = useState(() => start.entries.map(withId))
  const [defaultCountry, renderDefaultCountry] = useState(start.defaultCountry)
  const [included, setIncluded] = useState<ReadonlySet<string>>(() => new Set(start.included))
  const current = useRef({ list, defaultCountry })
  const update = (change: (before: Entry[]) => Entry[]) => {
    current.current.list = change(current.current.list)
    renderList(current.current.list)
  }
  return {
    list,
    defaultCountry,
    included,
    /** The list and the country now, for work that began at an earlier rendering. */
    current: () => current.current,
    setDefaultCountry: (country: CountryCode) => {
      current.current.defaultCountry = country
      renderDefaultCountry(country)
    },
    include: (texts: string[]) => setIncluded(before => new Set([...before, ...texts])),
    update,
    add: (texts: ParsedText[]) => update(before => before.concat(texts.map(withId))),
    change: (id: number, text: string) => {
      const changed = { id, ...parseText(text, current.current.defaultCountry) }
      update(before => before.map(entry => (entry.id === id ? changed : entry)))
    },
    remove: (id: number) => update(before => before.filter(entry => entry.id !== id)),
  }
}
