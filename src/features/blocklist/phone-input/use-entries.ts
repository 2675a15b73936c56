import type { CountryCode } from 'libphonenumber-js/max'
import { type RefObject, useRef, useState } from 'react'
import { parseAllAhead } from '../phone/parse-entry.ts'
import * as messages from './messages.ts'
import { MAX_ENTRIES, pastedEntries, type SkippedDigits } from './paste/pasted-entries.ts'
import { FileProblem, textOfFile } from './paste/text-of-file.ts'
import type { ShownEntries } from './validate-entries.ts'

export type Entry = { id: number; text: string }

export type Skipped = SkippedDigits & { id: number }

type Feedback = { text: string; isProblem: boolean }

export type EntriesStart = {
  texts: string[]
  defaultCountry: CountryCode
  /** The texts that a person included although they don't look like a number of their country. */
  included?: string[] | undefined
}

/** The entries of a form, and functions that change them. */
export type Entries = {
  list: Entry[]
  /** The country of numbers without a country code. */
  defaultCountry: CountryCode
  isParsing: boolean
  /** The result of the last paste. */
  feedback: Feedback | null
  feedbackElement: RefObject<HTMLParagraphElement | null>
  /** Digits of all pastes that were not recognised as a phone number. */
  skipped: Skipped[]
  /** The texts that a person has included despite a doubt. */
  included: ReadonlySet<string>
  include: (texts: string[]) => void
  /** Adds skipped digits as an entry. */
  addSkipped: (skipped: Skipped) => void
  change: (id: number, text: string) => void
  /** @returns the id of a new entry below this one */
  insertAfter: (id: number) => number
  remove: (id: number) => void
  /** Replaces an empty entry with the numbers of a text, or adds them below. */
  paste: (text: string, at?: number) => Promise<void>
  /** The text in the paste area that is not added yet. */
  typed: string
  setTyped: (text: string) => void
  /** Adds the numbers of the text in the paste area, which keeps a text without any. */
  addTyped: () => Promise<void>
  /** Whether there is text that no entry shows yet: in the paste area, or while it is parsed. */
  isUnread: boolean
  /** Shows such text as entries, which were not sent, and focuses the result. */
  readRest: () => Promise<void>
  drop: (files: File[]) => Promise<void>
  setDefaultCountry: (defaultCountry: CountryCode) => Promise<void>
  /** Replaces the texts of entries; the keys are the old texts. */
  rewrite: (texts: ReadonlyMap<string, string>) => Promise<void>
  /** Which of them a person wants to see. */
  shown: ShownEntries
  setShown: (shown: ShownEntries) => void
  keepOnly: (isKept: (entry: Entry, index: number) => boolean) => void
  clear: () => void
  /** Whether a list without numbers was submitted. A change of the list ends it. */
  isNumberMissing: boolean
  requireNumber: () => void
}

export function useEntries(start: EntriesStart): Entries {
  const lastId = useRef(0)
  const made = (texts: string[]): Entry[] => texts.map(text => ({ id: ++lastId.current, text }))
  const [list, setList] = useState(() => made(orOneEmpty(start.texts)))
  const [defaultCountry, setCountry] = useState(start.defaultCountry)
  const [isParsing, setIsParsing] = useState(false)
  const [feedback, setFeedback] = useState<Entries['feedback']>(null)
  const [skipped, setSkipped] = useState<Skipped[]>([])
  const [typed, setTypedText] = useState('')
  const typedNow = useRef('')
  const [shown, setShown] = useState<ShownEntries>('all')
  const [included, setIncluded] = useState<ReadonlySet<string>>(() => new Set(start.included))

  const [missingIn, setMissingIn] = useState<Entry[] | null>(null)
  const parsing = useRef(Promise.resolve())
  const feedbackElement = useRef<HTMLParagraphElement>(null)

  const setTyped = (text: string) => {
    typedNow.current = text
    setTypedText(text)
  }
  const whileParsing = (read: () => Promise<Feedback | null>): Promise<void> => {
    setIsParsing(true)
    setFeedback(null)
    const own: Promise<void> = parsing.current
      .then(read)
      .catch(problemOf)
      .then(result => {
        setFeedback(result)
        if (parsing.current === own) setIsParsing(false)
      })
    parsing.current = own
    return own
  }
  const add = async (text: string, at?: number): Promise<Feedback> => {
    const { entries, skipped: passed, about } = await pastedEntries(text, defaultCountry)
    if (entries.length === 0 && passed.length === 0) {
      throw new FileProblem(messages.noNumberFound)
    }
    if (entries.length > MAX_ENTRIES) {
      throw new FileProblem(messages.tooManyEntries(entries.length, MAX_ENTRIES))
    }
    await parseAllAhead(entries, defaultCountry)
    const added = made(entries)
    setList(before => withEntries(before, added, at))
    const others = passed.map(each => ({ ...each, id: ++lastId.current }))
    setSkipped(before => [...before, ...others])
    const count = messages.entriesAdded(entries.length)
    return { text: about === null ? count : `${count} ${about}`, isProblem: false }
  }
  const addTyped = () =>
    whileParsing(async () => {
      const text = typedNow.current
      if (text.trim() === '') return null
      const result = await add(text)
      // What was typed in the meantime stays.
      const now = typedNow.current
      setTyped(now.startsWith(text) ? now.slice(text.length) : now)
      return result
    })
  const addFiles = async (files: File[]): Promise<Feedback> => {
    const feedback: Feedback[] = []
    for (const file of files) {
      const ofFile = await textOfFile(file).then(add).catch(problemOf)
      const isNamed = files.length === 1 || ofFile.text.includes(file.name)
      feedback.push(isNamed ? ofFile : { ...ofFile, text: messages.ofFile(file.name, ofFile.text) })
    }
    return {
      text: feedback.map(({ text }) => text).join(' '),
      isProblem: feedback.some(({ isProblem }) => isProblem),
    }
  }

  return {
    list,
    defaultCountry,
    isParsing,
    feedback,
    feedbackElement,
    skipped,
    shown,
    setShown,
    included,
    include: texts => setIncluded(before => new Set([...before, ...texts])),
    addSkipped: added => {
      setSkipped(before => before.filter(({ id }) => id !== added.id))
      setList(before => withEntries(before, made([added.text]), undefined))
    },
    change: (id, text) =>
      setList(before => before.map(entry => (entry.id === id ? { id, text } : entry))),
    insertAfter: id => {
      const [added] = made([''])
      if (added) setList(before => insert(before, before.findIndex(e => e.id === id) + 1, [added]))
      return lastId.current
    },
    remove: id =>
      setList(before =>
        orMade(
          before.filter(entry => entry.id !== id),
          made,
        ),
      ),
    paste: (text, at) => whileParsing(() => add(text, at)),
    typed,
    setTyped,
    addTyped: async () => {
      if (typedNow.current.trim() !== '' && !isParsing) await addTyped()
    },
    isUnread: isParsing || typed.trim() !== '',
    readRest: async () => {
      await parsing.current
      if (typedNow.current.trim() !== '') await addTyped()
      setFeedback(result => {
        const added = result?.text ?? ''
        const isProblem = result?.isProblem ?? false
        const outcome = isProblem ? messages.notSent : messages.notSentYet
        return { text: `${added} ${outcome}`.trim(), isProblem }
      })
      feedbackElement.current?.focus()
    },
    drop: files => whileParsing(() => addFiles(files)),
    setDefaultCountry: to =>
      whileParsing(async () => {
        await parseAllAhead(
          list.map(({ text }) => text),
          to,
        )
        setCountry(to)
        return null
      }),
    rewrite: texts =>
      whileParsing(async () => {
        await parseAllAhead([...texts.values()], defaultCountry)
        setList(before => before.map(({ id, text }) => ({ id, text: texts.get(text) ?? text })))
        return null
      }),
    keepOnly: isKept => {
      setFeedback(null)
      setList(before => orMade(before.filter(isKept), made))
    },
    clear: () => {
      setFeedback(null)
      setSkipped([])
      setTyped('')
      setList(made(['']))
    },
    isNumberMissing: missingIn === list,
    requireNumber: () => setMissingIn(list),
  }
}

/** The texts of a draft: the entries, and what is in the paste area. */
export function textsToKeep({ list, typed }: Entries): string[] {
  const rest = typed.split('\n').filter(line => line.trim() !== '')
  return [...list.map(({ text }) => text), ...rest]
}

function problemOf(error: unknown): Feedback {
  const text = error instanceof FileProblem ? error.message : messages.unreadable
  return { text, isProblem: true }
}

function withEntries(before: Entry[], added: Entry[], at: number | undefined): Entry[] {
  const place = at === undefined ? -1 : before.findIndex(({ id }) => id === at)
  const index = place === -1 ? before.length - 1 : place
  const empty = before[index]
  const [first, ...others] = added
  if (empty?.text.trim() !== '' || !first) return insert(before, index + 1, added)
  // The field of the empty entry shows the first one, so it keeps the focus.
  const filled = before.map(entry => (entry === empty ? { ...entry, text: first.text } : entry))
  return insert(filled, index + 1, others)
}

function insert(list: Entry[], index: number, added: Entry[]): Entry[] {
  return [...list.slice(0, index), ...added, ...list.slice(index)]
}

function orMade(list: Entry[], made: (texts: string[]) => Entry[]): Entry[] {
  return list.length > 0 ? list : made([''])
}

function orOneEmpty(texts: string[]): string[] {
  return texts.length > 0 ? texts : ['']
}
