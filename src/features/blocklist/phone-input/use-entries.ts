import { useMutation } from '@tanstack/react-query'
import type { CountryCode } from 'libphonenumber-js/max'
import { useId, useRef, useState } from 'react'
import { formatCount } from '../../../../contract/text/count.ts'
import { type ParsedText, parseText } from '../phone/phone-entry.ts'
import { forEachYielding } from './for-each-yielding.ts'
import { pastedEntries, type SkippedDigits } from './paste/pasted-entries.ts'
import { PasteProblem, textOfFile } from './paste/text-of-file.ts'

/** An entry of a form, parsed when it is added or changed. */
export type Entry = ParsedText & {
  id: number
  /** The doubt despite which a person has included it. */
  included?: string | null
}

/** The entries of a form as it starts, and as they are kept when it closes. */
export type EntriesStart = { entries: Omit<Entry, 'id'>[]; defaultCountry: CountryCode }

export const isEmptyEntry = ({ parsed }: Entry) => parsed.kind === 'empty'

let lastId = 0
const withId = (entry: Omit<Entry, 'id'>): Entry => ({ ...entry, id: ++lastId })

type Feedback = { text: string; isProblem: boolean }

export type NumberInput = ReturnType<typeof useNumberInput>

/** The entries of a form. Pasted and typed text and files are read into them, one after the other. */
export function useNumberInput(start: EntriesStart) {
  const [state, render] = useState(() => ({
    list: start.entries.map(withId),
    defaultCountry: start.defaultCountry,
  }))
  const { list, defaultCountry } = state
  const newest = useRef(state)
  const change = (changed: Partial<typeof state>) => {
    newest.current = { ...newest.current, ...changed }
    render(newest.current)
  }
  const update = (listOf: (before: Entry[]) => Entry[]) =>
    change({ list: listOf(newest.current.list) })
  const add = (texts: ParsedText[]) => update(before => before.concat(texts.map(withId)))
  const parse = (text: string) => parseText(text, newest.current.defaultCountry)

  const last = useRef<Feedback | null>(null)
  const reading = useMutation({
    // What is read first comes first.
    scope: { id: useId() },
    mutationFn: async (read: () => Promise<Feedback | null>) => {
      last.current = await read().catch(describeProblem)
      return last.current
    },
  })
  const { mutateAsync: whileParsing, isPending: isParsing } = reading
  const [skipped, setSkipped] = useState<SkippedDigits[]>([])
  const [typed, setTyped] = useState('')
  const feedbackElement = useRef<HTMLParagraphElement>(null)

  const read = async (text: string): Promise<Feedback> => {
    const pasted = await pastedEntries(text, newest.current.defaultCountry)
    const count = pasted.entries.length
    if (count === 0 && pasted.skipped.length === 0)
      throw new PasteProblem('It contains no phone number.')
    add(pasted.entries)
    setSkipped(before => [...before, ...pasted.skipped])
    const added = `${formatCount(count, 'entry', 'entries')} added.`
    return { text: pasted.about === null ? added : `${added} ${pasted.about}`, isProblem: false }
  }
  /** Adds the numbers of the text in the paste area, which keeps a text without any. */
  const addTyped = async (text: string): Promise<Feedback | null> => {
    setTyped('')
    const result = await whileParsing(() => read(text))
    if (result?.isProblem) setTyped(now => text + now)
    return result
  }
  const readFiles = async (files: File[]): Promise<Feedback> => {
    const results: Feedback[] = []
    for (const file of files) {
      const result = await textOfFile(file).then(read).catch(describeProblem)
      const isNamed = files.length === 1 || result.text.includes(file.name)
      results.push(isNamed ? result : { ...result, text: `“${file.name}”: ${result.text}` })
    }
    return {
      text: results.map(({ text }) => text).join(' '),
      isProblem: results.some(({ isProblem }) => isProblem),
    }
  }
  const addFiles = (files: File[]) => void whileParsing(() => readFiles(files))
  /**
   * Parses entries again in steps, because there may be many. Entries that change meanwhile stay.
   *
   * @param textOf the new text of an entry; undefined if it stays. Called only when this reading begins, because an
   * earlier one may still replace entries
   */
  const parseAgain = (textOf: (entry: Entry) => string | undefined) =>
    void whileParsing(async () => {
      const parsed = new Map<Entry, ParsedText>()
      await forEachYielding(newest.current.list, entry => {
        const text = textOf(entry)
        if (text !== undefined) parsed.set(entry, parse(text))
      })
      update(before => before.map(entry => ({ ...entry, ...parsed.get(entry) })))
      return null
    })

  return {
    list,
    defaultCountry,
    /** The list now, for work that began at an earlier rendering. */
    newestList: () => newest.current.list,
    /** Includes entries despite the doubts about them. */
    include: (held: { id: number; about: string | null }[]) => {
      const doubts = new Map(held.map(({ id, about }) => [id, about]))
      update(before =>
        before.map(entry => ({ ...entry, included: doubts.get(entry.id) ?? entry.included })),
      )
    },
    update,
    rewrite: (id: number, text: string) => {
      const changed = { id, ...parse(text) }
      update(before => before.map(entry => (entry.id === id ? changed : entry)))
    },
    remove: (id: number) => update(before => before.filter(entry => entry.id !== id)),
    isParsing,
    /** The result of the last paste. After some entries were sent, it is no longer true. */
    feedback: reading.data,
    clearFeedback: reading.reset,
    feedbackElement,
    skipped,
    addSkipped: (added: SkippedDigits) => {
      setSkipped(before => before.filter(each => each !== added))
      add([parse(added.text)])
    },
    addFiles,
    /** @returns whether there is anything to read in what was pasted or dropped */
    take: (transfer: DataTransfer | null): boolean => {
      const text = transfer?.getData('text') ?? ''
      const files = [...(transfer?.files ?? [])]
      // A spreadsheet offers its cells as a picture, too.
      if (text.trim() !== '') void whileParsing(() => read(text))
      else if (files.length > 0) addFiles(files)
      return text.trim() !== '' || files.length > 0
    },
    /** The text in the paste area that is not added yet. */
    typed,
    setTyped,
    addTyped: (text = typed) => {
      if (text.trim() !== '') void addTyped(text)
    },
    /** Whether there is text that no entry shows yet: in the paste area, or while it is parsed. */
    isUnread: isParsing || typed.trim() !== '',
    /**
     * Shows such text as entries.
     *
     * @returns whether they may be sent at once, because a single number was typed; otherwise the focus is on
     * the result, which says that they were not
     */
    readRest: async (): Promise<boolean> => {
      const result = await (typed.trim() === ''
        ? whileParsing(async () => last.current)
        : addTyped(typed))
      const isProblem = result?.isProblem ?? false
      if (typed.trim() !== '' && !holdsMore(typed) && !isProblem) return true
      const outcome = isProblem
        ? 'Nothing was sent.'
        : 'Nothing was sent yet. Check the entries, then press the button again.'
      const text = `${result?.text ?? ''} ${outcome}`.trim()
      await whileParsing(async () => ({ text, isProblem }))
      // By then, the button is enabled again. A second click on a disabled one takes the focus away.
      requestAnimationFrame(() => feedbackElement.current?.focus())
      return false
    },
    setDefaultCountry: (defaultCountry: CountryCode) => {
      change({ defaultCountry })
      parseAgain(entry => entry.text)
    },
    parseAgain,
    clear: () => {
      reading.reset()
      setSkipped([])
      setTyped('')
      update(() => [])
    },
    /** The input to keep: the entries, and what is in the paste area. */
    draft: (): EntriesStart => {
      const lines = typed.split('\n').filter(line => line.trim() !== '')
      return { entries: [...list, ...lines.map(parse)], defaultCountry }
    },
  }
}

const MAX_OF_ONE = 100

/** Whether a text holds more than one number. */
export function holdsMore(text: string): boolean {
  if (text.length > MAX_OF_ONE) return true
  return !/^[\s+\p{Nd}().\-/\p{Pd}]*$/u.test(text) || /[\r\n\t]|(?:\p{Nd}\P{Nd}*){16}/u.test(text)
}

function describeProblem(error: unknown): Feedback {
  const text =
    error instanceof PasteProblem ? error.message : 'Redial could not read this. Try again.'
  return { text, isProblem: true }
}
