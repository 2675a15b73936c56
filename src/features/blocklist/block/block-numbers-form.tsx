import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { DEFAULT_COUNTRY, type EntityContext } from '../../../../contract/blocklist.ts'
import { callFields } from '../../../../contract/event/call-fields.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { readAllPages } from '../../../api/read-all-pages.ts'
import { useTimes } from '../../../format/times.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { requestedDates } from '../../event/list/list-search.ts'
import { requestEvents } from '../../event/request-events.ts'
import { blockNumbers, type ChangeSummary } from '../change/blocklist-change.ts'
import { formatBlock, isAllDone } from '../change/change-messages.ts'
import { useChangeWithProgress } from '../change/use-blocklist-change.ts'
import { NO_NOTE, NoteFields, noteFields } from '../notes/note-fields.tsx'
import { parseText, readNumbers } from '../phone/phone-entry.ts'
import { focusPasteArea } from '../phone-input/entry-fields.ts'
import type { EntriesStart, Entry } from '../phone-input/use-entries.ts'
import {
  countGroup,
  type ListedNumbers,
  numbersToSend,
  type ValidationResult,
  validateEntries,
} from '../phone-input/validate-entries.ts'
import { protectedNumbersQuery } from '../protected/protected-numbers-query.ts'
import { CONTEXT_LABELS, findEntity, numbersOf } from '../records/blocked-entities.ts'
import { contactNumbers } from '../records/listed-record.ts'
import { blocklistQuery } from '../records/queries.ts'
import {
  BlockNumbersFields,
  formatLateSummary,
  LIST_ERRORS,
  showBlockFailure,
} from './block-failure.ts'
import classes from './block-numbers-form.module.css'
import { EntityFields, useListedEntities } from './entity-fields.tsx'
import { formatInvalid, NumbersForm, type Refusals, useNumbersInput } from './numbers-form.tsx'

type BlockNumbersDraft = EntriesStart & BlockNumbersFields

const drafts = createDrafts<BlockNumbersDraft>()

/** The type of the message that the rest was blocked: the first line is a success. */
const PARTLY = 'partly'

type Attempt = { numbers: string[]; current: ValidationResult[]; skipped: Refusals }

export type BlockNumbersFormProps = {
  /** The person who enters the numbers. A draft is restored only for them. */
  owner: string
  /** The initial values of the form if there is no draft. `number` is the first entry. */
  start: Pick<BlockNumbersFields, 'entity_context_name' | 'entity'> & { number: string }
  onCancel: () => void
  onBlocked: (summary: ChangeSummary) => void
  /** Reports an outcome that is known only after the form has closed. */
  onLate: (outcome: { text: string; isSuccess: boolean }) => void
  onBusy: (isBusy: boolean) => void
}

/** POST /v1/blocklist/ as a form. Errors of the service are shown next to the entry that they name. */
export function BlockNumbersForm({ owner, onCancel, onBlocked, ...props }: BlockNumbersFormProps) {
  const [start] = useState(() => startingValues(props.start))
  const [draft] = useState(() => drafts.of(owner))
  const { entries, defaultCountry, included: includedBefore, ...fields } = draft ?? start
  const { entity } = fields
  const form = useForm({
    resolver: zodResolver(BlockNumbersFields),
    defaultValues: fields,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const input = useNumbersInput({ entries, defaultCountry, included: includedBefore })
  const { list, included } = input.entries
  const change = useChangeWithProgress(blockNumbers)
  const client = useQueryClient()
  const listed = useListedNumbers(form.control)
  const guardedQuery = useGuardedNumbersQuery()
  const { data: guarded } = useQuery(guardedQuery)
  const results = useMemo(
    () => validateEntries(list, { ...listed, guarded }, input.refused, included),
    [list, listed, guarded, input.refused, included],
  )
  const listError = form.formState.errors.root?.blocked_phone_number_list
  const [context, name] = useWatch({
    control: form.control,
    name: ['entity_context_name', 'entity.name'],
  })
  const { nameOfReference, isOfAnother } = useListedEntities(form.control)
  // The service goes by the reference.
  const target = nameOfReference || name.trim()
  const isEntityGiven = entity.reference !== ''

  useEffect(() => {
    // The drawer's focus trap looks for the first field only once, possibly before the field exists.
    if (isEntityGiven) focusPasteArea()
    else form.setFocus('entity.name')
  }, [form, isEntityGiven])

  const isEnded = useRef(false)
  const getValues = (): BlockNumbersDraft => ({ ...form.getValues(), ...input.pasting.draft() })
  useKeptDraft(drafts, owner, () => {
    const values = getValues()
    return isEnded.current || typedText(values) === typedText(start) ? null : values
  })

  const onSubmit = async (fields: BlockNumbersFields, skipped: Refusals) => {
    // The field has the error already.
    if (isOfAnother) return form.setError('root.entity', { type: 'of another' })
    // A person may send the form before they are loaded.
    const loaded = await client.ensureQueryData(guardedQuery)
    if (change.isUnmounted()) return
    // With a number that was typed last.
    const { list } = input.entries.current()
    const current = validateEntries(list, { ...listed, guarded: loaded }, skipped, included)
    const numbers = numbersToSend(current)
    if (numbers.length === 0) {
      return form.setError(LIST_ERRORS, { type: 'entries', message: formatNothingSent(current) })
    }
    const summary = await change.run({
      context: fields.entity_context_name,
      entity: { ...fields.entity, name: target },
      numbers,
      note: noteFields(fields),
    })
    takeSummary(summary, { numbers, current, skipped })
  }

  const takeSummary = (summary: ChangeSummary, { numbers, current, skipped }: Attempt) => {
    const { list } = input.entries.current()
    const finished = idsOfFinished(list, numbers, summary.rest)
    const isLeft = ({ id }: Entry) => !finished.has(id)
    // Numbers may still be in progress when the page is left.
    if (change.isUnmounted()) {
      const entries = list.filter(isLeft)
      drafts.keep(owner, entries.length === 0 ? null : { ...getValues(), entries })
      props.onLate({ text: formatLateSummary(summary), isSuccess: isAllDone(summary, true) })
    } else if (finished.size === list.length) {
      isEnded.current = true
      onBlocked(summary)
    } else {
      if (formatBlock(summary) !== '') input.keepOnly(isLeft)
      showRest(summary, { current, skipped })
    }
  }

  /** Says what was blocked, and why the entries that are left were not. */
  const showRest = (summary: ChangeSummary, { current, skipped }: Omit<Attempt, 'numbers'>) => {
    if (summary.rest.length > 0) {
      input.setRefused(showBlockFailure(summary, form.setError))
      return
    }
    input.setRefused(skipped)
    const type = isAllDone(summary, true) ? PARTLY : 'entries'
    form.setError(LIST_ERRORS, { type, message: `${formatBlock(summary)}\n${formatRest(current)}` })
  }

  return (
    <NumbersForm
      form={form}
      input={input}
      change={change}
      results={results}
      name={target}
      // Names the entity, because another one may be on screen by now.
      draftOf={draft?.entity.name.trim() ?? null}
      listErrors={listError?.message}
      isPartly={listError?.type === PARTLY}
      onSubmit={onSubmit}
      onBusy={props.onBusy}
      onCancel={() => {
        isEnded.current = true
        onCancel()
      }}
      footer={
        <>
          <NoteFields register={form.register} errors={form.formState.errors} />
          <p className={classes.hint}>
            Tracking numbers, numbers of contacts, emergency numbers and the protected numbers of
            Settings are left out until you include them. Redial doesn’t know all of them, so it may
            miss some.
          </p>
        </>
      }
    >
      <EntityFields form={form} isFirstField={!isEntityGiven} />
      {context !== 'company' && <p className={classes.reach}>{formatReach(context, target)}</p>}
    </NumbersForm>
  )
}

function startingValues({ number, ...fields }: BlockNumbersFormProps['start']): BlockNumbersDraft {
  const defaultCountry = DEFAULT_COUNTRY.code
  // The number of a call includes its country code.
  const included = number === '' ? [] : [`+${number}`]
  const entries = included.map(text => parseText(text, defaultCountry))
  return { ...fields, ...NO_NOTE, entries, defaultCountry, included }
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

/** Says whose calls are rejected, which is more than one company. */
function formatReach(context: EntityContext, name: string): string {
  return `Calls from these numbers to every company of ${name || `the ${CONTEXT_LABELS[context].one}`} will be rejected.`
}

function formatNothingSent(results: ValidationResult[]): string {
  const held = countGroup(results, 'held')
  const invalid = countGroup(results, 'invalid')
  const reasons = [
    held === 1 &&
      'The number is held back, so nothing was sent. Correct it, or include it as it is.',
    held > 1 &&
      `All ${formatNumber(held)} numbers are held back, so nothing was sent. Correct them, or include them as they are.`,
    invalid > 0 && formatInvalid(invalid),
  ]
  return reasons.filter(Boolean).join('\n')
}

/** Says which entries were not sent. */
function formatRest(results: ValidationResult[]): string {
  const held = countGroup(results, 'held')
  const invalid = countGroup(results, 'invalid')
  const [are, them] = held === 1 ? ['is', 'it'] : ['are', 'them']
  const sentences = [
    held > 0 &&
      `${formatCount(held, 'number was', 'numbers were')} held back and ${are} still here. Correct ${them}, include ${them}, or press Done.`,
    invalid > 0 &&
      `${formatCount(invalid, 'invalid entry is', 'invalid entries are')} still here. Fix ${plural(invalid, 'it', 'them')}, or press Done.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The numbers that are already blocked for the entity in the form and for every partner of the account. */
function useListedNumbers(control: Control<BlockNumbersFields>): ListedNumbers {
  const [context, reference] = useWatch({
    control,
    name: ['entity_context_name', 'entity.reference'],
  })
  const { data: records = [] } = useQuery(blocklistQuery)
  return useMemo(() => {
    const partners = records.filter(record => record.entity_context_name === 'partner')
    return {
      entity: new Set(findEntity(records, context, reference.trim()).numbers),
      partner: new Set(partners.flatMap(numbersOf)),
    }
  }, [records, context, reference])
}

const SAMPLED_DAYS = 7
/** In an account with more contacts, the others are missing. */
const CONTACT_PAGES = 20

/**
 * What each number is that nobody should block by mistake: those of Settings, tracking numbers, and contacts for
 * which the service sends a number. If a list can't be read, its numbers are missing, as the form says.
 */
function useGuardedNumbersQuery() {
  const client = useQueryClient()
  const today = useTimes().today()
  /** The newest failed calls of the last days, because nobody may have listed any before. */
  const sampleQuery = queryOptions({
    queryKey: ['calls-of-tracking-numbers'],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const days = requestedDates({ from: addDays(today, 1 - SAMPLED_DAYS), to: today })
      const place = { ...FIRST_PAGE, size: MAX_PAGE_SIZE }
      const options = { signal, urgency: 'background' } as const
      const { results } = await requestEvents('call_events_fail', days, place, options)
      return results.map(({ call }) => callFields(call))
    },
  })
  return queryOptions({
    queryKey: ['guarded-numbers'],
    staleTime: 0,
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const [known, contacts, calls] = await Promise.all([
        client.fetchQuery(protectedNumbersQuery).catch(() => []),
        client.ensureQueryData(contactNumbersQuery).catch(() => []),
        client.ensureQueryData(sampleQuery).catch(() => []),
      ])
      const guarded = new Map<string, string>()
      const add = (text: string, what: string) => {
        for (const number of readNumbers(text)) guarded.set(number, what)
      }
      for (const { text, name } of contacts) add(text, `This is the number of contact ${name}.`)
      const tracking = known.filter(({ kind }) => kind === 'tracking_number')
      for (const { phone_number, label } of tracking) add(phone_number, trackingNumber(label))
      for (const { tracking_number, company } of calls) {
        if (tracking_number) add(tracking_number, trackingNumber(company?.name ?? null))
      }
      for (const { phone_number, kind, label } of known) {
        if (kind === 'listed') guarded.set(phone_number, `Protected in Settings: ${label}.`)
      }
      return guarded
    },
  })
}

function trackingNumber(company: string | null): string {
  return company === null
    ? 'This is one of your own tracking numbers.'
    : `This is a tracking number of ${company}.`
}

/** The interface names no number of a contact, but services may send one. */
const contactNumbersQuery = queryOptions({
  queryKey: ['contact-numbers'],
  staleTime: 5 * 60_000,
  retry: false,
  queryFn: async ({ signal }) => {
    const options = { signal, maxPages: CONTACT_PAGES }
    return (await readAllPages(z.unknown(), '/v2/contact/', options)).flatMap(contactNumbers)
  },
})
