import type { CountryCode } from 'libphonenumber-js/max'
import { useRef, useState } from 'react'
import { readPhoneEntry } from '../phone/phone-entry.ts'
import type { ParsedText } from './paste/pasted-entries.ts'

/** The entries of a form as it starts, and as they are kept when it closes. */
export type EntriesDraft = {
  texts: string[]
  defaultCountry: CountryCode
  /** The texts that a person included although they don't look like a number of their country. */
  included?: string[] | undefined
}

/** An entry of a form, parsed when it is added or changed. */
export type Entry = ParsedText & { id: number }

/** What the texts of drafts mean, so that a form that opens again doesn't parse thousands of them. */
const parsedDrafts = new WeakMap<string[], ParsedText[]>()

export type Entries = ReturnType<typeof useEntries>

/** The entries of a form, and functions that change them. It always has one, which may be empty. */
export function useEntries(start: EntriesDraft) {
  const lastId = useRef(0)
  const withId = (entry: ParsedText): Entry => ({ ...entry, id: ++lastId.current })
  const made = (text: string) => withId(parsedText(text, current.current.defaultCountry))
  const orOneEmpty = (entries: Entry[]) => (entries.length > 0 ? entries : [made('')])

  const [defaultCountry, renderDefaultCountry] = useState(start.defaultCountry)
  const [list, renderList] = useState(() => {
    const entries =
      parsedDrafts.get(start.texts) ??
      start.texts.map(text => parsedText(text, start.defaultCountry))
    return (entries.length > 0 ? entries : [parsedText('', start.defaultCountry)]).map(withId)
  })
  const current = useRef({ list, defaultCountry })
  /** The texts that a person has included despite a doubt. */
  const [included, setIncluded] = useState<ReadonlySet<string>>(() => new Set(start.included))
  const [missingIn, setMissingIn] = useState<Entry[] | null>(null)
  const setList = (change: (before: Entry[]) => Entry[]) => {
    current.current.list = change(current.current.list)
    renderList(current.current.list)
  }

  return {
    list,
    /** The country of numbers without a country code. */
    defaultCountry,
    /** The list and the country now, for work that began at an earlier rendering. */
    current: () => current.current,
    setDefaultCountry: (country: CountryCode) => {
      current.current.defaultCountry = country
      renderDefaultCountry(country)
    },
    included,
    include: (texts: string[]) => setIncluded(before => new Set([...before, ...texts])),
    /** Replaces an empty entry with others, or adds them below. By default that is the last entry. */
    add: (entries: ParsedText[], at?: number) => {
      const added = entries.map(withId)
      setList(before => withEntries(before, added, at))
    },
    change: (id: number, text: string) => {
      const changed = { id, ...parsedText(text, current.current.defaultCountry) }
      setList(before => before.map(entry => (entry.id === id ? changed : entry)))
    },
    /** Replaces entries, unless their texts were changed in the meantime. */
    replace: (others: ReadonlyMap<Entry, ParsedText>) => {
      const byId = new Map([...others].map(([entry, other]) => [entry.id, { entry, other }]))
      setList(before =>
        before.map(entry => {
          const change = byId.get(entry.id)
          return change?.entry.text === entry.text ? { id: entry.id, ...change.other } : entry
        }),
      )
    },
    /** @returns the id of a new entry below this one */
    insertAfter: (id: number) => {
      const added = made('')
      setList(before => before.toSpliced(before.findIndex(e => e.id === id) + 1, 0, added))
      return added.id
    },
    remove: (id: number) => setList(before => orOneEmpty(before.filter(entry => entry.id !== id))),
    keepOnly: (isKept: (entry: Entry) => boolean) =>
      setList(before => orOneEmpty(before.filter(isKept))),
    /** @param typed texts that are not added yet */
    draft: (typed: string[]): EntriesDraft => {
      const parsed = [...list, ...typed.map(text => parsedText(text, defaultCountry))]
      const texts = parsed.map(({ text }) => text)
      parsedDrafts.set(texts, parsed)
      return { texts, defaultCountry, included: [...included] }
    },
    /** Whether a list without numbers was submitted. A change of the list ends it. */
    isNumberMissing: missingIn === list,
    requireNumber: () => setMissingIn(list),
  }
}

export function parsedText(text: string, defaultCountry: CountryCode): ParsedText {
  return { text, parsed: readPhoneEntry(text, defaultCountry) }
}

function withEntries(before: Entry[], added: Entry[], at: number | undefined): Entry[] {
  const place = before.findIndex(({ id }) => id === at)
  const index = place === -1 ? before.length - 1 : place
  const empty = before[index]
  const [first, ...others] = added
  if (empty?.text.trim() !== '' || !first) {
    return [...before.slice(0, index + 1), ...added, ...before.slice(index + 1)]
  }
  // The field of the empty entry shows the first one, so it keeps the focus.
  const filled = { ...first, id: empty.id }
  return [...before.slice(0, index), filled, ...others, ...before.slice(index + 1)]
}
