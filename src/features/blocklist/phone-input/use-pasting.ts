import type { CountryCode } from 'libphonenumber-js/max'
import { useRef, useState } from 'react'
import { forEachYielding } from '../batch/for-each-yielding.ts'
import * as messages from './messages.ts'
import {
  MAX_ENTRIES,
  type ParsedText,
  pastedEntries,
  type SkippedDigits,
} from './paste/pasted-entries.ts'
import { FileProblem, textOfFile } from './paste/text-of-file.ts'
import { type Entries, type Entry, parsedText } from './use-entries.ts'

export type Skipped = SkippedDigits & { id: number }

type Feedback = { text: string; isProblem: boolean }

export type Pasting = ReturnType<typeof usePasting>

/** Reads pasted and typed text and files into the entries of a form, one after the other. */
export function usePasting(entries: Entries) {
  const [isParsing, setIsParsing] = useState(false)
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const [skipped, setSkipped] = useState<Skipped[]>([])
  const [typed, setTypedText] = useState('')
  const typedNow = useRef('')
  const lastId = useRef(0)
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
    const pasted = await pastedEntries(text, entries.current().defaultCountry)
    const count = pasted.entries.length
    if (count === 0 && pasted.skipped.length === 0) throw new FileProblem(messages.noNumberFound)
    if (count > MAX_ENTRIES) throw new FileProblem(messages.tooManyEntries(count, MAX_ENTRIES))
    entries.add(pasted.entries, at)
    const others = pasted.skipped.map(each => ({ ...each, id: ++lastId.current }))
    setSkipped(before => [...before, ...others])
    const added = messages.entriesAdded(count)
    return { text: pasted.about === null ? added : `${added} ${pasted.about}`, isProblem: false }
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
    const results: Feedback[] = []
    for (const file of files) {
      const result = await textOfFile(file).then(add).catch(problemOf)
      const isNamed = files.length === 1 || result.text.includes(file.name)
      results.push(isNamed ? result : { ...result, text: messages.ofFile(file.name, result.text) })
    }
    return {
      text: results.map(({ text }) => text).join(' '),
      isProblem: results.some(({ isProblem }) => isProblem),
    }
  }
  /** Parses entries again in steps, because there may be many. */
  const parseAgain = async (texts: ReadonlyMap<Entry, string>) => {
    const { defaultCountry: country } = entries.current()
    const parsed = new Map<Entry, ParsedText>()
    await forEachYielding(texts, ([entry, text]) => parsed.set(entry, parsedText(text, country)))
    entries.replace(parsed)
    return null
  }

  return {
    isParsing,
    /** The result of the last paste. */
    feedback,
    feedbackElement,
    /** Digits of all pastes that were not recognised as a phone number. */
    skipped,
    /** Adds skipped digits as an entry. */
    addSkipped: ({ id, text }: Skipped) => {
      setSkipped(before => before.filter(each => each.id !== id))
      entries.add([parsedText(text, entries.current().defaultCountry)])
    },
    /** Replaces an empty entry with the numbers of a text, or adds them below. */
    paste: (text: string, at?: number) => whileParsing(() => add(text, at)),
    drop: (files: File[]) => whileParsing(() => addFiles(files)),
    /** The text in the paste area that is not added yet. */
    typed,
    setTyped,
    /** Adds the numbers of the text in the paste area, which keeps a text without any. */
    addTyped: async () => {
      if (typedNow.current.trim() !== '' && !isParsing) await addTyped()
    },
    /** Whether there is text that no entry shows yet: in the paste area, or while it is parsed. */
    isUnread: isParsing || typed.trim() !== '',
    /** Shows such text as entries, which were not sent, and focuses the result. */
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
    setDefaultCountry: (country: CountryCode) => {
      entries.setDefaultCountry(country)
      return whileParsing(() =>
        parseAgain(new Map(entries.current().list.map(entry => [entry, entry.text]))),
      )
    },
    /** Replaces the texts of entries. */
    rewrite: (texts: ReadonlyMap<Entry, string>) => whileParsing(() => parseAgain(texts)),
    clear: () => {
      setFeedback(null)
      setSkipped([])
      setTyped('')
      entries.keepOnly(() => false)
    },
    /** After some entries were sent, the result of the last paste is no longer true. */
    clearFeedback: () => setFeedback(null),
    /** The input to keep: the entries, and what is in the paste area. */
    draft: () => entries.draft(typed.split('\n').filter(line => line.trim() !== '')),
  }
}

function problemOf(error: unknown): Feedback {
  const text = error instanceof FileProblem ? error.message : messages.unreadable
  return { text, isProblem: true }
}
