import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { DEFAULT_COUNTRY, type Entity, type EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { capitalise, formatNames } from '../../../../contract/text/names.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import notice from '../../../ui/notice.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { NO_NOTE, NoteFields, noteFields, withUntil } from '../block-notes.tsx'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { formatBlock, isAllDone } from '../change/change-messages.ts'
import { ChangeProgress, useChangeWithProgress } from '../change/use-blocklist-change.tsx'
import { numberCount } from '../messages.ts'
import { parseText } from '../phone/phone-entry.ts'
import { focusPasteArea } from '../phone-input/paste-area.tsx'
import { PhoneEntries } from '../phone-input/phone-entries.tsx'
import {
  type EntriesStart,
  type Entry,
  isEmptyEntry,
  useNumberInput,
} from '../phone-input/use-entries.ts'
import {
  type CheckedEntry,
  checkEntries,
  countGroup,
  numbersToSend,
} from '../phone-input/validate-entries.ts'
import { INCOMPLETE, useGuardedNumbersQuery } from '../protected/guarded-numbers.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { companiesQuery } from '../records/queries.ts'
import { useBlocklistUndo } from '../unblock/unblock-history.tsx'
import {
  BlockNumbersFields,
  formatLateSummary,
  LIST_ERRORS,
  showBlockFailure,
} from './block-failure.ts'
import classes from './block-numbers-form.module.css'
import { EntityFields, useTarget } from './entity-fields.tsx'

type BlockNumbersDraft = EntriesStart & BlockNumbersFields

const drafts = createDrafts<BlockNumbersDraft>()

/** The service's errors for numbers that were sent. */
type Refusals = ReadonlyMap<string, string>

const NONE_REFUSED: Refusals = new Map()

/** The type of the message that the rest was blocked: the first line is a success. */
const PARTLY = 'partly'

export type BlockNumbersFormProps = {
  /** The person who enters the numbers. A draft is restored only for them. */
  owner: string
  /** How the form starts if there is no draft: with an entity and a number, if they are known. */
  start: { context: EntityContext; entity: Entity | undefined; number: string | undefined }
  onClose: () => void
  /** Reports numbers that were blocked. Others may stay in the form. */
  onBlocked: (summary: ChangeSummary) => void
}

/** More entries than these push the reason out of view. */
const FEW = 5

/** POST /v1/blocklist/ as a form. Errors of the service are shown next to the entry that they name. */
export default function BlockNumbersForm(props: BlockNumbersFormProps) {
  const { form, input, change, checked, target, draftOf, isEntityGiven, ...numbers } =
    useBlockNumbers(props)
  const { errors } = form.formState
  const listError = errors.root?.blocked_phone_number_list
  const isPartly = listError?.type === PARTLY
  const [context, ...given] = useWatch({
    control: form.control,
    name: ['entity_context_name', 'reason', 'note'],
  })
  const hasReason = given.some(Boolean)
  useEffect(() => {
    // The drawer's focus trap looks for the first field only once, possibly before the field exists.
    if (isEntityGiven) focusPasteArea()
    else form.setFocus('entity.name')
  }, [form, isEntityGiven])
  const skipped = numbers.canSend ? formatSkipped(checked) : ''
  const toSend = countGroup(checked, 'sent')
  const about = [target.name && `for ${target.name}`, skipped].filter(Boolean)
  return (
    <FormShell
      form={form}
      onSubmit={numbers.onSubmit}
      submitLabel={
        <>
          {`Block ${toSend === 0 ? 'numbers' : numberCount(toSend)}`}
          <span className={visuallyHidden.only}>
            {skipped !== '' && ` (skip ${skipped})`}
            {target.name !== '' && ` for ${target.name}`}
          </span>
        </>
      }
      actions={
        change.progress === null && (
          <>
            {about.length > 0 && <p className={classes.about}>{capitalise(about.join(' · '))}</p>}
            {checked.length > FEW && !hasReason && (
              <Button variant="subtle" onClick={() => form.setFocus('reason')}>
                Add a reason
              </Button>
            )}
            <Button onClick={numbers.onClose}>{isPartly ? 'Done' : 'Cancel'}</Button>
          </>
        )
      }
    >
      {/* Names the entity, because another one may be on screen by now. */}
      {draftOf !== null && (
        <p className={notice.box}>
          What you typed before{draftOf && ` for ${draftOf}`} is still here.
        </p>
      )}
      <ChangeProgress label="Blocking numbers" change={change} />
      <EntityFields target={target} isFirstField={!isEntityGiven} />
      {context !== 'company' && <Reach context={context} name={target.name} />}
      <PhoneEntries
        input={input}
        checked={checked}
        listErrors={listError?.message}
        isPartly={isPartly}
        isNumberMissing={errors.root?.numbers !== undefined && input.list.every(isEmptyEntry)}
      />
      <NoteFields />
      {numbers.isIncomplete && (
        <p className={notice.box} data-tone="wait">
          {INCOMPLETE}
        </p>
      )}
      <p className={classes.hint}>
        Your tracking numbers, your contacts’ numbers, police and crisis lines, and the protected
        numbers in Settings are held back until you include them. Redial doesn’t know all such
        numbers, so it may miss some. Short emergency numbers, such as 112, can’t be blocked.
      </p>
    </FormShell>
  )
}

/** "2 invalid, 1 held back" */
function formatSkipped(entries: CheckedEntry[]): string {
  const [invalid, held] = [countGroup(entries, 'invalid'), countGroup(entries, 'held')]
  const parts = [
    invalid > 0 && `${formatNumber(invalid)} invalid`,
    held > 0 && `${formatNumber(held)} held back`,
  ]
  return parts.filter(Boolean).join(', ')
}

type ReachProps = { context: 'partner' | 'group'; name: string }

/** Says whose calls are rejected, which is more than one company. No service tells the companies of a group. */
function Reach({ context, name }: ReachProps) {
  const { data: companies = [] } = useQuery(companiesQuery)
  const names = formatNames(companies.map(company => company.name))
  return (
    <p className={notice.box} data-tone="wait">
      Calls from these numbers to every company of {name || `the ${CONTEXT_LABELS[context].one}`}{' '}
      will be rejected.{' '}
      {context === 'group'
        ? 'The service doesn’t tell which companies belong to a group.'
        : names && `The service lists these companies of your account: ${names}.`}
    </p>
  )
}

/** The state of the form that blocks numbers, how it is checked, and how it is sent. */
function useBlockNumbers({ owner, onBlocked, ...props }: BlockNumbersFormProps) {
  const [start] = useState(() => startingValues(props.start))
  const [draft] = useState(() => drafts.of(owner))
  const { entries, defaultCountry, ...fields } = draft ?? start
  const form = useForm({
    resolver: withUntil(zodResolver(BlockNumbersFields)),
    defaultValues: fields,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const input = useNumberInput({ entries, defaultCountry })
  /** Until they are sent again. */
  const [refused, setRefused] = useState(NONE_REFUSED)
  const change = useChangeWithProgress()
  const { say } = useBlocklistUndo()
  const client = useQueryClient()
  const target = useTarget(form.control)
  const { listed, isOfAnother } = target
  const guardedQuery = useGuardedNumbersQuery()
  const { guarded, isIncomplete = false } = useQuery(guardedQuery).data ?? {}
  const checked = useMemo(
    () => checkEntries(input.list, { ...listed, guarded }, refused),
    [input.list, listed, guarded, refused],
  )
  const canSend = numbersToSend(checked).length > 0

  const isEnded = useRef(false)
  const getValues = (): BlockNumbersDraft => ({ ...form.getValues(), ...input.draft() })
  useKeptDraft(drafts, owner, () => {
    const values = getValues()
    return isEnded.current || typedText(values) === typedText(start) ? null : values
  })

  const onClose = () => {
    isEnded.current = true
    props.onClose()
  }

  const onSubmit = async (fields: BlockNumbersFields) => {
    if (input.isUnread && !(await input.readRest())) return
    // The list of the last render may lack a number that was just typed.
    const list = input.newestList()
    if (list.every(isEmptyEntry)) return form.setError('root.numbers', { type: 'required' })
    // The field has the error already.
    if (isOfAnother) return form.setError('root.entity', { type: 'of another' })
    // A person may send the form before they are loaded.
    const loaded = await client.ensureQueryData(guardedQuery)
    if (change.isUnmounted()) return
    // Refused numbers are skipped; without others, all are sent again.
    const skipped = canSend ? refused : NONE_REFUSED
    const checked = checkEntries(list, { ...listed, guarded: loaded.guarded }, skipped)
    const numbers = numbersToSend(checked)
    if (numbers.length === 0) {
      const message = `Nothing was sent. ${formatRest(checked)}`
      return form.setError(LIST_ERRORS, { type: 'entries', message })
    }
    const entity = { ...fields.entity, name: target.name, context: fields.entity_context_name }
    const [summary] = await change.run([
      { isBlock: true, entity, numbers, note: noteFields(fields) },
    ])
    if (summary) takeSummary(summary, checked, skipped)
  }

  /** Says what was blocked, and why the entries that are left were not. */
  const takeSummary = (summary: ChangeSummary, checked: CheckedEntry[], skipped: Refusals) => {
    const left = entriesLeft(input.newestList(), numbersToSend(checked), summary.rest)
    // Numbers may still be in progress when the page is left.
    if (change.isUnmounted()) {
      drafts.keep(owner, left.length === 0 ? null : { ...getValues(), entries: left })
      return say([summary], formatLateSummary(summary))
    }
    const isAnyDone = formatBlock(summary) !== ''
    if (isAnyDone) onBlocked(summary)
    if (left.length === 0) return onClose()
    if (isAnyDone) {
      input.update(() => left)
      input.clearFeedback()
    }
    if (summary.rest.length > 0) return setRefused(showBlockFailure(summary, form.setError))
    setRefused(skipped)
    const type = isAllDone(summary) ? PARTLY : 'entries'
    const message = `${formatBlock(summary)}\n${formatRest(checked)}`
    form.setError(LIST_ERRORS, { type, message })
  }

  return {
    form,
    input,
    change,
    checked,
    canSend,
    isIncomplete,
    target,
    /** The name for which the form was filled before, perhaps ''; null if it starts empty. */
    draftOf: draft?.entity.name.trim() ?? null,
    isEntityGiven: fields.entity.reference !== '',
    onSubmit,
    onClose,
  }
}

function startingValues({
  context,
  entity,
  number,
}: BlockNumbersFormProps['start']): BlockNumbersDraft {
  const defaultCountry = DEFAULT_COUNTRY.code
  // The number of a call includes its country code. Somebody has called from it, so it is complete.
  const caller = parseText(`+${number}`, defaultCountry)
  const included = caller.parsed.kind === 'number' ? caller.parsed.doubt : null
  return {
    entity_context_name: context,
    entity: { name: entity?.name ?? '', reference: entity?.reference ?? '' },
    ...NO_NOTE,
    entries: number === undefined ? [] : [{ ...caller, included }],
    defaultCountry,
  }
}

/** The entries that are neither empty nor blocked now. */
function entriesLeft(list: Entry[], sent: string[], rest: string[]): Entry[] {
  const blocked = new Set(sent)
  for (const number of rest) blocked.delete(number)
  return list.filter(({ parsed }) =>
    parsed.kind === 'number' ? !blocked.has(parsed.number) : parsed.kind !== 'empty',
  )
}

/** All that a person can change in the form, to compare it with how the form started. */
function typedText(values: BlockNumbersDraft): string {
  return JSON.stringify({ ...values, entries: values.entries.map(({ text }) => text) })
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
