import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { BatchProgressBar, useBatchProgress } from '../batch/batch-progress-bar.tsx'
import type { Notification } from '../batch/notification.ts'
import { EntriesActions, SubmitLabel } from '../phone-input/entries-actions.tsx'
import * as entryMessages from '../phone-input/messages.ts'
import { PhoneEntries } from '../phone-input/phone-entries.tsx'
import { focusFirstEntry } from '../phone-input/phone-entry-row.tsx'
import { type Entry, useEntries } from '../phone-input/use-entries.ts'
import { usePasting } from '../phone-input/use-pasting.ts'
import {
  countGroup,
  countSkipped,
  entriesToLookAt,
  numbersToSend,
  type ShownEntries,
  validateEntries,
} from '../phone-input/validate-entries.ts'
import { type BlockSummary, formatBlockSummary } from '../records/block-summary.ts'
import type { BlockOutcome } from './block-in-batches.ts'
import classes from './block-numbers-form.module.css'
import {
  BlockNumbersFields,
  type BlockNumbersValues,
  isUntouched,
  LIST_ERRORS,
  OF_ANOTHER,
  PARTLY,
} from './block-numbers-values.ts'
import { EntityFields } from './entity-fields.tsx'
import * as messages from './messages.ts'
import { lateNotification, showBlockFailure } from './show-block-failure.ts'
import { useBlockNumbers } from './use-block-numbers.ts'
import { useKnownEntities } from './use-known-entities.ts'
import { useListedNumbers, useLoadedOwnNumbers } from './use-listed-numbers.ts'

const drafts = createDrafts<BlockNumbersValues>()

type BlockNumbersFormProps = {
  /** The person who enters the numbers. */
  owner: string
  /** The initial values of the form if there is no draft. */
  start: BlockNumbersValues
  onCancel: () => void
  onBlocked: (summary: BlockSummary) => void
  /** Reports an outcome that is known only after the form has closed. */
  onNotify: (notification: Notification) => void
  /** Called while numbers are sent, because their outcome is shown here. */
  onBusy: (isBusy: boolean) => void
}

/**
 * POST /v1/blocklist/ as a form. Errors of the service are shown next to the entry that they name.
 */
export function BlockNumbersForm(props: BlockNumbersFormProps) {
  const { owner, onCancel, onBlocked, onNotify, onBusy } = props
  const [start] = useState(props.start)
  const [draft] = useState(() => drafts.of(owner))
  const begun = draft ?? start
  const form = useForm({
    resolver: zodResolver(BlockNumbersFields),
    defaultValues: { entity_context_name: begun.entity_context_name, entity: begun.entity },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const entries = useEntries(begun)
  const pasting = usePasting(entries)
  const [shown, setShown] = useState<ShownEntries>('all')
  /** The service's error for each number, until it is changed or sent again. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const listed = useListedNumbers(form.control)
  const loadOwnNumbers = useLoadedOwnNumbers()
  const { list, included } = entries
  const results = useMemo(
    () => validateEntries(list, listed, refused, included),
    [list, listed, refused, included],
  )
  const skipped = countSkipped(results)
  const heldBack = numbersToSend(results).length === 0 ? 0 : countGroup(results, 'held')
  const batches = useBatchProgress()
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
    // The drawer's focus trap looks for the first field only once, possibly before the field
    // exists.
    if (form.getValues('entity.reference') === '') form.setFocus('entity.name')
    else focusFirstEntry()
  }, [form])

  const isEnded = useRef(false)
  const getValues = (): BlockNumbersValues => ({
    ...form.getValues(),
    ...pasting.draft(),
  })
  useKeptDraft(drafts, owner, () => {
    const values = getValues()
    return isEnded.current || isUntouched(values, start) ? null : values
  })
  const isUnmounted = useIsUnmounted()
  /** Discards the input after a cancellation or once everything is done. */
  const end = () => {
    isEnded.current = true
    form.reset(start)
    pasting.clear()
  }

  const onSubmit = async (fields: BlockNumbersFields) => {
    if (pasting.isUnread) return pasting.readRest()
    if (isOfAnother) {
      const message = messages.referenceOfAnother(target)
      form.setError('entity.reference', { type: OF_ANOTHER, message })
      return
    }
    onBusy(true)
    const own = await loadOwnNumbers()
    onBusy(false)
    if (isUnmounted.current) return
    // Numbers that the service refused are sent again unless they are skipped.
    const refusals = skipped > 0 ? refused : new Map()
    const current = validateEntries(list, { ...listed, own }, refusals, included)
    const { wrong, held } = entriesToLookAt(current)
    const numbers = numbersToSend(current)
    const setListError = (message?: string) =>
      form.setError(LIST_ERRORS, { type: 'entries', message })
    if (wrong.length > 0 && skipped === 0) {
      return setListError(messages.invalidEntries(wrong.length))
    }
    if (numbers.length === 0) {
      // Without a message, the first entry has the error.
      if (held.length === 0) entries.requireNumber()
      return setListError(held.length > 0 ? messages.allHeld(held.length) : undefined)
    }
    batches.begin()
    onBusy(true)
    const outcome = await block({
      context: fields.entity_context_name,
      entity: { ...fields.entity, name: target },
      numbers,
      ...batches.steps,
    }).catch((failure: unknown) => ({ summary: null, left: numbers, failed: numbers, failure }))
    onBusy(false)
    batches.end()
    const kept = [...held, ...wrong].flatMap(place => list[place] ?? [])
    if (isUnmounted.current) tellLate(outcome, kept)
    else show(outcome, fields, { sent: numbers, kept, held: held.length })
  }

  /**
   * Reports an outcome after the form was closed, and keeps the remaining numbers for its next
   * opening.
   */
  const tellLate = (outcome: BlockOutcome, kept: Entry[]) => {
    const { left } = outcome
    const others = kept.map(({ text }) => text)
    const texts = [...left.map(each => `+${each}`), ...others]
    const rest = { texts, included: [...included, ...texts.slice(0, left.length)] }
    drafts.keep(owner, texts.length === 0 ? null : { ...getValues(), ...rest })
    onNotify(lateNotification(outcome))
  }

  const keepOnly = (isKept: (entry: Entry) => boolean) => {
    entries.keepOnly(isKept)
    pasting.clearFeedback()
  }

  const show = (
    outcome: BlockOutcome,
    fields: BlockNumbersFields,
    { sent, kept, held }: { sent: string[]; kept: Entry[]; held: number },
  ) => {
    const { summary, left } = outcome
    if (left.length === 0 && summary && kept.length > 0) {
      // By id, because another country may have replaced them while the others were sent.
      const ids = new Set(kept.map(({ id }) => id))
      keepOnly(({ id }) => ids.has(id))
      // Those that were skipped keep the service's error.
      setRefused(refused)
      const message = `${formatBlockSummary(summary)}\n${messages.restLeft(held, kept.length - held)}`
      form.setError(LIST_ERRORS, { type: summary.missing.length > 0 ? 'entries' : PARTLY, message })
      return
    }
    if (left.length === 0 && summary) {
      end()
      onBlocked(summary)
      return
    }
    if (summary) {
      const rest = new Set(left)
      const done = new Set(sent.filter(number => !rest.has(number)))
      keepOnly(({ parsed }) => parsed.kind !== 'number' || !done.has(parsed.number))
    }
    showBlockFailure(
      { ...outcome, context: fields.entity_context_name },
      { setError: form.setError, setRefused },
    )
  }

  return (
    <FormShell
      form={form}
      onAttempt={() => {
        setRefused(new Map())
        form.clearErrors('root')
      }}
      onSubmit={onSubmit}
      submitLabel={
        <SubmitLabel
          what={messages.submit(countGroup(results, 'sent'))}
          rest={entryMessages.submitRest(skipped, heldBack, target)}
        />
      }
      actions={
        !batches.isUnderWay && (
          <EntriesActions
            about={entryMessages.aboutSubmit(skipped, heldBack, target)}
            results={results}
            onCheck={() => setShown('wrong')}
            onCancel={() => {
              end()
              onCancel()
            }}
          />
        )
      }
    >
      {draft && <p className={classes.draft}>{messages.draftKept(draft.entity.name.trim())}</p>}
      {batches.progress && (
        <BatchProgressBar
          label={messages.blocking}
          progress={batches.progress}
          onStop={batches.stop}
        />
      )}
      <EntityFields form={form} isFirstField={!isEntityGiven} />
      {reach && <p className={classes.reach}>{reach}</p>}
      <PhoneEntries
        entries={entries}
        pasting={pasting}
        results={results}
        shown={shown}
        onShown={setShown}
        listErrors={listError?.message}
        isPartly={listError?.type === PARTLY}
        isFirstField={isEntityGiven}
      />
      <p className={classes.hint}>{messages.ownNumbersIncomplete}</p>
    </FormShell>
  )
}

/**
 * Whether the component was removed. Numbers may still be on their way then, so their outcome is
 * reported somewhere else.
 */
function useIsUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
