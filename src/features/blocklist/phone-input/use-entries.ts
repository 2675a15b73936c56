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

export type Entries = ReturnType<typeof useEntries>

let lastId = 0
const withId = (entry: ParsedText): Entry => ({ ...entry, id: ++lastId })

/** The entries of a form, and functions that change them. It always has one, which may be empty. */
export function useEntries(start: EntriesStart) {
  const [defaultCountry, renderDefaultCountry] = useState(start.defaultCountry)
  const [list, renderList] = useState(() => orOneEmpty(start.entries, defaultCountry).map(withId))
  const current = useRef({ list, defaultCountry })
  const [included, setIncluded] = useState<ReadonlySet<string>>(() => new Set(start.included))
  const [missingIn, setMissingIn] = useState<Entry[] | null>(null)
  const parse = (text: string) => parseText(text, current.current.defaultCountry)
  const update = (change: (before: Entry[]) => Entry[]) => {
    const after = change(current.current.list)
    current.current.list = after.length > 0 ? after : [withId(parse(''))]
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
    change: (id: number, text: string) => {
      const changed = { id, ...parse(text) }
      update(before => before.map(entry => (entry.id === id ? changed : entry)))
    },
    /**
     * Replaces an empty entry with others, or adds them below. By default that is the last entry.
     *
     * @returns the id of the first one
     */
    add: (texts: ParsedText[], at?: number): number => {
      const { list: before } = current.current
      const place = before.findIndex(({ id }) => id === at)
      const index = place === -1 ? before.length - 1 : place
      const entries = texts.map(withId)
      const [first] = entries
      const empty = before[index]
      if (!first) return 0
      const isReplaced = empty?.text.trim() === ''
      // The field of the empty entry shows the first one, so it keeps the focus.
      if (isReplaced) first.id = empty.id
      const above = before.slice(0, isReplaced ? index : index + 1)
      update(() => [...above, ...entries, ...before.slice(index + 1)])
      return first.id
    },
    /** Adds an empty entry below another one, also if that is empty, and returns its id. */
    insertAfter: (id: number): number => {
      const added = withId(parse(''))
      update(before => before.flatMap(entry => (entry.id === id ? [entry, added] : [entry])))
      return added.id
    },
    /** Whether a list without numbers was submitted. A change of the list ends it. */
    isNumberMissing: missingIn === list,
    requireNumber: () => setMissingIn(list),
  }
}

function orOneEmpty(entries: ParsedText[], defaultCountry: CountryCode): ParsedText[] {
  return entries.length > 0 ? entries : [parseText('', defaultCountry)]
}
