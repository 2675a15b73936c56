import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { formatCount, plural } from '../../../../contract/text/count.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { formatBlock, isAllDone } from '../change/change-messages.ts'
import { useChangeWithProgress } from '../change/use-blocklist-change.tsx'
import { NO_NOTE, noteFields, withUntil } from '../notes/note-fields.tsx'
import { parseText } from '../phone/phone-entry.ts'
import {
  type EntriesStart,
  type Entry,
  isEmptyEntry,
  useEntries,
  usePasting,
} from '../phone-input/use-entries.ts'
import {
  type CheckedEntry,
  checkEntries,
  countGroup,
  findDoubt,
  type ListedNumbers,
  numbersToSend,
} from '../phone-input/validate-entries.ts'
import { useGuardedNumbersQuery } from '../protected/guarded-numbers.ts'
import { type BlockedEntity, findEntity, withCountryCodes } from '../records/blocked-entities.ts'
import { blocklistQuery } from '../records/queries.ts'
import {
  BlockNumbersFields,
  formatLateSummary,
  LIST_ERRORS,
  showBlockFailure,
} from './block-failure.ts'
import { useListedEntities } from './entity-fields.tsx'

type BlockNumbersDraft = EntriesStart & BlockNumbersFields

const drafts = createDrafts<BlockNumbersDraft>()

/** The service's errors for numbers that were sent. */
type Refusals = ReadonlyMap<string, string>

const NONE_REFUSED: Refusals = new Map()

/** The type of the message that the rest was blocked: the first line is a success. */
const PARTLY = 'partly'

type Attempt = { numbers: string[]; checked: CheckedEntry[]; skipped: Refusals }

export type BlockNumbersFormProps = {
  /** The person who enters the numbers. A draft is restored only for them. */
  owner: string
  /** The initial values of the form if there is no draft. `number` is the first entry. */
  start: Pick<BlockNumbersFields, 'entity_context_name' | 'entity'> & { number: string }
  onClose: () => void
  /** Reports numbers that were blocked. Others may stay in the form. */
  onBlocked: (summary: ChangeSummary) => void
  /** Reports an outcome that is known only after the form has closed. */
  onLate: (summary: ChangeSummary, text: string) => void
  /** Called while numbers are sent, because their outcome is shown in the form. */
  onBusy: (isBusy: boolean) => void
}

/** The state of the form that blocks numbers, how it is checked, and how it is sent. */
export function useBlockNumbers({ owner, onBlocked, ...props }: BlockNumbersFormProps) {
  const [start] = useState(() => startingValues(props.start))
  const [draft] = useState(() => drafts.of(owner))
  const { entries: before, defaultCountry, ...fields } = draft ?? start
  const form = useForm({
    resolver: withUntil(zodResolver(BlockNumbersFields)),
    defaultValues: fields,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const entries = useEntries({ entries: before, defaultCountry })
  const pasting = usePasting(entries)
  const { list } = entries
  /** Until they are sent again. */
  const [refused, setRefused] = useState(NONE_REFUSED)
  const change = useChangeWithProgress()
  const client = useQueryClient()
  const listed = useListedNumbers(form.control)
  const guardedQuery = useGuardedNumbersQuery()
  const { data: guarded } = useQuery(guardedQuery)
  const checked = useMemo(
    () => checkEntries(list, { ...listed, guarded }, refused),
    [list, listed, guarded, refused],
  )
  const canSend = numbersToSend(checked).length > 0
  const name = useWatch({ control: form.control, name: 'entity.name' })
  const { nameOfReference, isOfAnother } = useListedEntities(form.control)
  // The service goes by the reference.
  const target = nameOfReference || name.trim()

  const isEnded = useRef(false)
  const getValues = (): BlockNumbersDraft => ({ ...form.getValues(), ...pasting.draft() })
  useKeptDraft(drafts, owner, () => {
    const values = getValues()
    return isEnded.current || typedText(values) === typedText(start) ? null : values
  })

  const onClose = () => {
    isEnded.current = true
    props.onClose()
  }

  const onSubmit = async (fields: BlockNumbersFields) => {
    if (pasting.isUnread && !(await pasting.readRest())) return
    // The list of the last render may lack a number that was just typed.
    const { list } = entries.current()
    if (list.every(isEmptyEntry)) return form.setError('root.numbers', { type: 'required' })
    // The field has the error already.
    if (isOfAnother) return form.setError('root.entity', { type: 'of another' })
    // A person may send the form before they are loaded.
    const loaded = await client.ensureQueryData(guardedQuery)
    if (change.isUnmounted()) return
    // Refused numbers are skipped; without others, all are sent again.
    const skipped = canSend ? refused : NONE_REFUSED
    const checked = checkEntries(list, { ...listed, guarded: loaded }, skipped)
    const numbers = numbersToSend(checked)
    if (numbers.length === 0) {
      const message = `Nothing was sent. ${formatRest(checked)}`
      return form.setError(LIST_ERRORS, { type: 'entries', message })
    }
    const summary = await change.run({
      isBlock: true,
      context: fields.entity_context_name,
      entity: { ...fields.entity, name: target },
      numbers,
      note: noteFields(fields),
    })
    takeSummary(summary, { numbers, checked, skipped })
  }

  const takeSummary = (summary: ChangeSummary, { numbers, ...attempt }: Attempt) => {
    const { list } = entries.current()
    const finished = idsOfFinished(list, numbers, summary.rest)
    const isLeft = ({ id }: Entry) => !finished.has(id)
    // Numbers may still be in progress when the page is left.
    if (change.isUnmounted()) {
      const entries = list.filter(isLeft)
      drafts.keep(owner, entries.length === 0 ? null : { ...getValues(), entries })
      props.onLate(summary, formatLateSummary(summary))
    } else if (finished.size === list.length) {
      onBlocked(summary)
      onClose()
    } else {
      if (formatBlock(summary) !== '') {
        entries.update(before => before.filter(isLeft))
        pasting.clearFeedback()
        onBlocked(summary)
      }
      showRest(summary, attempt)
    }
  }

  /** Says what was blocked, and why the entries that are left were not. */
  const showRest = (summary: ChangeSummary, { checked, skipped }: Omit<Attempt, 'numbers'>) => {
    const isStopped = summary.rest.length > 0
    setRefused(isStopped ? showBlockFailure(summary, form.setError) : skipped)
    if (isStopped) return
    const type = isAllDone(summary) ? PARTLY : 'entries'
    form.setError(LIST_ERRORS, { type, message: `${formatBlock(summary)}\n${formatRest(checked)}` })
  }

  const listError = form.formState.errors.root?.blocked_phone_number_list
  return {
    form,
    entries,
    pasting,
    change,
    checked,
    canSend,
    target,
    /** The name for which the form was filled before, perhaps ''; null if it starts empty. */
    draftOf: draft?.entity.name.trim() ?? null,
    isEntityGiven: fields.entity.reference !== '',
    listErrors: listError?.message,
    isPartly: listError?.type === PARTLY,
    onSubmit,
    onClose,
  }
}

function startingValues({ number, ...fields }: BlockNumbersFormProps['start']): BlockNumbersDraft {
  const defaultCountry = DEFAULT_COUNTRY.code
  // The number of a call includes its country code.
  const texts = number === '' ? [] : [`+${number}`]
  const entries = texts.map(text => {
    const { parsed } = parseText(text, defaultCountry)
    // Somebody has called from it, so it is complete.
    return { text, parsed, included: parsed.kind === 'number' ? findDoubt(parsed) : null }
  })
  return { ...fields, ...NO_NOTE, entries, defaultCountry }
}

/**
 * The ids of the entries that need no more attention: empty ones, and those whose numbers are blocked.
 * It compares ids, because another country may replace an entry while it is sent.
 */
function idsOfFinished(list: Entry[], sent: string[], rest: string[]): Set<number> {
  const blocked = new Set(sent)
  for (const number of rest) blocked.delete(number)
  const isFinished = ({ parsed }: Entry) =>
    parsed.kind === 'number' ? blocked.has(parsed.number) : parsed.kind === 'empty'
  return new Set(list.filter(isFinished).map(({ id }) => id))
}

/** All that a person can change in the form, to compare it with how the form started. */
function typedText(values: BlockNumbersDraft): string {
  const { entity_context_name, entity, defaultCountry, entries, reason, note, until } = values
  const texts = entries.map(({ text }) => text)
  const fields = [entity_context_name, entity.name, entity.reference, reason, note, until]
  return [...fields, defaultCountry, ...texts].join('\n')
}

/** Says which entries were not sent. */
function formatRest(entries: CheckedEntry[]): string {
  const held = countGroup(entries, 'held')
  const invalid = countGroup(entries, 'invalid')
  const [are, them] = held === 1 ? ['is', 'it'] : ['are', 'them']
  const sentences = [
    held > 0 &&
      `${formatCount(held, 'number was', 'numbers were')} held back and ${are} still here. Correct ${them} or include ${them}.`,
    invalid > 0 &&
      `${formatCount(invalid, 'invalid entry is', 'invalid entries are')} still here. Fix ${plural(invalid, 'it', 'them')} or remove ${plural(invalid, 'it', 'them')}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const NONE: BlockedEntity[] = []

/** The numbers that are already blocked for the entity in the form and for every partner of the account. */
function useListedNumbers(control: Control<BlockNumbersFields>): ListedNumbers {
  const [context, reference] = useWatch({
    control,
    name: ['entity_context_name', 'entity.reference'],
  })
  const { data: entities = NONE } = useQuery(blocklistQuery)
  return useMemo(() => {
    const partners = entities.filter(entity => entity.context === 'partner')
    return {
      entity: withCountryCodes(findEntity(entities, context, reference.trim()).numbers),
      partner: withCountryCodes(partners.flatMap(({ numbers }) => numbers)),
    }
  }, [entities, context, reference])
}
