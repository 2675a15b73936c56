import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { parseText } from '../phone/phone-entry.ts'
import { NumbersForm, type Refusals, useNumbersInput } from '../phone-input/numbers-form.tsx'
import { focusFirstEntry } from '../phone-input/phone-entry-row.tsx'
import type { EntriesStart, Entry } from '../phone-input/use-entries.ts'
import {
  countGroup,
  entriesToLookAt,
  numbersToSend,
  type ValidationResult,
  validateEntries,
} from '../phone-input/validate-entries.ts'
import { type BlockSummary, formatBlockSummary } from '../records/block-summary.ts'
import {
  BlockNumbersFields,
  LIST_ERRORS,
  lateNotification,
  showBlockFailure,
} from './block-failure.ts'
import classes from './block-numbers-form.module.css'
import { EntityFields, useKnownEntities } from './entity-fields.tsx'
import * as messages from './messages.ts'
import { type BlockOutcome, useBlockNumbers } from './use-block-numbers.ts'
import { useListedNumbers, useLoadedOwnNumbers } from './use-listed-numbers.ts'

type BlockNumbersDraft = EntriesStart & BlockNumbersFields

const drafts = createDrafts<BlockNumbersDraft>()

/** The type of the message that the rest was blocked: the first line is a success. */
const PARTLY = 'partly'

type Attempt = { numbers: string[]; current: ValidationResult[]; skipped: Refusals }

export type BlockNumbersFormProps = {
  /** The person who enters the numbers. A draft is restored only for them. */
  owner: string
  /** The initial values of the form if there is no draft. `number` is the first entry. */
  start: BlockNumbersFields & { number: string }
  onCancel: () => void
  onBlocked: (summary: BlockSummary) => void
  /** Reports an outcome that is known only after the form has closed. */
  onLate: (outcome: { text: string; isSuccess: boolean }) => void
  onBusy: (isBusy: boolean) => void
}

/** POST /v1/blocklist/ as a form. Errors of the service are shown next to the entry that they name. */
export function BlockNumbersForm({ owner, onCancel, onBlocked, ...props }: BlockNumbersFormProps) {
  const [start] = useState(() => startingValues(props.start))
  const [draft] = useState(() => drafts.of(owner))
  const begun = draft ?? start
  const form = useForm({
    resolver: zodResolver(BlockNumbersFields),
    defaultValues: { entity_context_name: begun.entity_context_name, entity: begun.entity },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const input = useNumbersInput(begun)
  const { entries, pasting, batches, refused } = input
  const { list, included } = entries
  const listed = useListedNumbers(form.control)
  const loadOwnNumbers = useLoadedOwnNumbers()
  const results = useMemo(
    () => validateEntries(list, listed, refused, included),
    [list, listed, refused, included],
  )
  const { mutateAsync: block } = useBlockNumbers()
  const listError = form.formState.errors.root?.blocked_phone_number_list
  const [context, name] = useWatch({
    control: form.control,
    name: ['entity_context_name', 'entity.name'],
  })
  const { nameOfReference, isOfAnother } = useKnownEntities(form.control)
  // The service goes by the reference.
  const target = nameOfReference || name.trim()
  const reach = messages.reach(context, target)
  const isEntityGiven = begun.entity.reference !== ''

  useEffect(() => {
    // The drawer's focus trap looks for the first field only once, possibly before the field exists.
    if (form.getValues('entity.reference') === '') form.setFocus('entity.name')
    else focusFirstEntry()
  }, [form])

  const isEnded = useRef(false)
  const getValues = (): BlockNumbersDraft => ({ ...form.getValues(), ...pasting.draft() })
  useKeptDraft(drafts, owner, () => {
    const values = getValues()
    return isEnded.current || typedText(values) === typedText(start) ? null : values
  })
  /** Discards the input after a cancellation or once everything is done. */
  const end = () => {
    isEnded.current = true
    form.reset(start)
    pasting.clear()
  }

  const onSubmit = async (fields: BlockNumbersFields, skipped: Refusals) => {
    // The field has the error already.
    if (isOfAnother) return form.setError('root.entity', { type: 'of another' })
    const loaded = await loadOwnNumbers()
    if (batches.isUnmounted()) return
    // What the screen shows as held back is never sent.
    const own = new Map([...(listed.own ?? []), ...loaded])
    const current = validateEntries(list, { ...listed, own }, skipped, included)
    const numbers = numbersToSend(current)
    if (numbers.length === 0) return showNothingToSend(current)
    const outcome = await batches
      .run(steps =>
        block({
          context: fields.entity_context_name,
          entity: { ...fields.entity, name: target },
          numbers,
          steps,
        }),
      )
      .catch((failure: unknown) => ({ summary: null, left: numbers, failed: numbers, failure }))
    takeOutcome(outcome, { numbers, current, skipped })
  }

  const takeOutcome = (outcome: BlockOutcome, attempt: Attempt) => {
    const { summary } = outcome
    const finishedIds = idsOfFinished(list, attempt.numbers, outcome.left)
    const rest = list.filter(({ id }) => !finishedIds.has(id))
    // Numbers may still be on their way when the page is left.
    if (batches.isUnmounted()) {
      drafts.keep(owner, rest.length === 0 ? null : { ...getValues(), entries: rest })
      props.onLate(lateNotification(outcome))
    } else if (summary && rest.length === 0) {
      end()
      onBlocked(summary)
    } else {
      if (summary) input.keepOnly(({ id }) => !finishedIds.has(id))
      showRest(outcome, attempt)
    }
  }

  const showNothingToSend = (current: ValidationResult[]) => {
    const { wrong, held } = entriesToLookAt(current)
    const reasons: string[] = []
    if (held.length > 0) reasons.push(messages.allHeld(held.length))
    if (wrong.length > 0) reasons.push(messages.invalidEntries(wrong.length))
    // Without a message, the first entry has the error.
    if (reasons.length === 0) entries.requireNumber()
    form.setError(LIST_ERRORS, { type: 'entries', message: reasons.join('\n') || undefined })
  }

  /** Says what was blocked, and why the entries that are left were not. */
  const showRest = (outcome: BlockOutcome, { current, skipped }: Attempt) => {
    const { summary, left } = outcome
    if (summary === null || left.length > 0) {
      input.setRefused(showBlockFailure(outcome, context, form.setError))
      return
    }
    input.setRefused(skipped)
    const { held, wrong } = entriesToLookAt(current)
    const message = `${formatBlockSummary(summary)}\n${messages.restLeft(held.length, wrong.length)}`
    form.setError(LIST_ERRORS, { type: summary.missing.length > 0 ? 'entries' : PARTLY, message })
  }

  return (
    <NumbersForm
      form={form}
      input={input}
      results={results}
      name={target}
      submitLabel={messages.submit(countGroup(results, 'sent'))}
      progressLabel="Blocking numbers"
      draftKept={draft ? messages.draftKept(draft.entity.name.trim()) : null}
      listErrors={listError?.message}
      isPartly={listError?.type === PARTLY}
      isFirstField={isEntityGiven}
      onSubmit={onSubmit}
      onBusy={props.onBusy}
      onCancel={() => {
        end()
        onCancel()
      }}
      footer={
        <p className={classes.hint}>
          Your own tracking numbers are left out until you include them. Redial knows only the
          numbers of listed events and of the receivers in Settings, so it may miss some.
        </p>
      }
    >
      <EntityFields form={form} isFirstField={!isEntityGiven} />
      {reach && <p className={classes.reach}>{reach}</p>}
    </NumbersForm>
  )
}

function startingValues({ number, ...fields }: BlockNumbersFormProps['start']): BlockNumbersDraft {
  // The number of a call includes its country code.
  const text = number === '' ? '' : `+${number}`
  const defaultCountry = DEFAULT_COUNTRY.code
  return { ...fields, entries: [parseText(text, defaultCountry)], defaultCountry, included: [text] }
}

/**
 * The ids of the entries that need no more attention: empty ones, and those whose numbers are blocked.
 * It compares ids, because another country may replace an entry while it is sent.
 */
function idsOfFinished(list: Entry[], sent: string[], left: string[]): Set<number> {
  const done = new Set(sent)
  for (const number of left) done.delete(number)
  const isFinished = ({ parsed }: Entry) =>
    parsed.kind === 'number' ? done.has(parsed.number) : parsed.kind === 'empty'
  return new Set(list.filter(isFinished).map(({ id }) => id))
}

/** All that a person can change in the form, to compare it with how the form started. */
function typedText(values: BlockNumbersDraft): string {
  const { entity_context_name, entity, defaultCountry, entries } = values
  const texts = entries.map(({ text }) => text)
  return [entity_context_name, entity.name, entity.reference, defaultCountry, ...texts].join('\n')
}
