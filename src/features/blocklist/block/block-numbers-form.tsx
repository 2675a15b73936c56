import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { createDrafts } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { useKeptDraft } from '../../../forms/use-kept-draft.ts'
import type { NewsItem } from '../batch/news-item.ts'
import { PartsProgressBar } from '../batch/parts-progress-bar.tsx'
import { usePartsProgress } from '../batch/use-parts-progress.ts'
import { readingOf } from '../phone/entry-reader.ts'
import { entriesToLookAt, entryVerdicts, numbersToSend } from '../phone-input/entry-verdicts.ts'
import { PhoneEntries } from '../phone-input/phone-entries.tsx'
import { focusFirstEntry } from '../phone-input/phone-entry-row.tsx'
import { type Entry, useEntries } from '../phone-input/use-entries.ts'
import { useLeavingOut } from '../phone-input/use-leaving-out.ts'
import { useVerdicts } from '../phone-input/use-verdicts.ts'
import { type BlockAccount, blockAccountWords, numberCount } from '../records/block-account.ts'
import { CONTEXT_WORDS } from '../records/context-words.ts'
import type { BlockOutcome } from './block-in-parts.ts'
import { BlockNumbersDraft } from './block-numbers-draft.ts'
import classes from './block-numbers-form.module.css'
import {
  BlockNumbersFields,
  type BlockNumbersValues,
  isUntouched,
  LIST_ERRORS,
} from './block-numbers-values.ts'
import { EntityFields } from './entity-fields.tsx'
import { leftWords, showBlockFailure } from './show-block-failure.ts'
import { useBlockNumbers } from './use-block-numbers.ts'
import { useListedNumbers } from './use-listed-numbers.ts'

const drafts = createDrafts<BlockNumbersValues>('block numbers', BlockNumbersDraft)

type BlockNumbersFormProps = {
  /** Who types. */
  owner: string
  /** What the form begins with where no draft was kept. */
  start: BlockNumbersValues
  onCancel: () => void
  onBlocked: (account: BlockAccount) => void
  /** For what is only known once the form is gone. */
  onNews: (news: NewsItem) => void
  /** Called while numbers are sent, because their outcome is shown here. */
  onBusy: (isBusy: boolean) => void
}

/** POST /v1/blocklist/ as a form. Errors of the service are shown next to the entry that they name. */
export function BlockNumbersForm(props: BlockNumbersFormProps) {
  const { owner, onCancel, onBlocked, onNews, onBusy } = props
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
  /** What the service said of a number. It stays wrong until it's changed or sent again. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const listed = useListedNumbers(form.control)
  const verdicts = useVerdicts(entries, listed, refused)
  const [isLeavingOut, leaveOut] = useLeavingOut(entriesToLookAt(verdicts).wrong.length)
  const parts = usePartsProgress()
  const { mutateAsync: block } = useBlockNumbers()
  const listError = form.formState.errors.root?.blocked_phone_number_list?.message
  const [context, name] = useWatch({
    control: form.control,
    name: ['entity_context_name', 'entity.name'],
  })
  const isEntityGiven = begun.entity.reference !== ''

  useEffect(() => {
    // The drawer's focus trap looks for a first field only once, which may be before there is one.
    if (form.getValues('entity.reference') === '') form.setFocus('entity.name')
    else focusFirstEntry()
  }, [form])

  const isEnded = useRef(false)
  const typed = (): BlockNumbersValues => ({
    ...form.getValues(),
    texts: entries.list.map(({ text }) => text),
    home: entries.home,
    included: [...entries.included],
  })
  useKeptDraft(drafts, owner, () => {
    const values = typed()
    return isEnded.current || isUntouched(values, start) ? null : values
  })
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  /** Cancelled, or all is done: nothing of it is of use any more. */
  const end = () => {
    isEnded.current = true
    form.reset(start)
    entries.clear()
  }

  const onSubmit = async (fields: BlockNumbersFields) => {
    if (entries.isReading) {
      const message = 'The list is still being read. Try again in a moment.'
      form.setError(LIST_ERRORS, { type: 'entries', message })
      return
    }
    // What the service refused is asked for again, unless it's to be left out.
    const readings = entries.list.map(({ text }) => readingOf(text, entries.home))
    const isIncluded = (place: number) => entries.included.has(entries.list[place]?.text ?? '')
    const current = isLeavingOut ? verdicts : entryVerdicts(readings, listed, new Map(), isIncluded)
    const { wrong, held } = entriesToLookAt(current)
    const numbers = numbersToSend(current)
    if (wrong.length > 0 && !isLeavingOut) {
      form.setError(LIST_ERRORS, { type: 'entries', message: wrongWords(wrong.length) })
      return
    }
    if (numbers.length === 0) {
      const message = held.length > 0 ? heldWords(held.length) : 'Enter a phone number.'
      form.setError(LIST_ERRORS, { type: 'entries', message })
      return
    }
    parts.begin()
    onBusy(true)
    const outcome = await block({
      context: fields.entity_context_name,
      entity: fields.entity,
      numbers,
      ...parts.steps,
    }).catch((failure: unknown) => ({ account: null, left: numbers, failed: numbers, failure }))
    onBusy(false)
    parts.end()
    const heldBack = new Set(held.map(place => entries.list[place]))
    if (isGone.current) tellLate(outcome, heldBack)
    else show(outcome, fields, { sent: numbers, heldBack })
  }

  /** The form was closed while numbers were sent: the rest is there when it opens again. */
  const tellLate = (
    { account, left, failure }: BlockOutcome,
    heldBack: ReadonlySet<Entry | undefined>,
  ) => {
    const held = [...heldBack].flatMap(entry => entry?.text ?? [])
    const texts = [...left.map(each => `+${each}`), ...held]
    const included = [...entries.included, ...texts.slice(0, left.length)]
    drafts.keep(owner, texts.length === 0 ? null : { ...typed(), texts, included })
    const text = left.length > 0 ? leftWords({ account, left, failure }) : ''
    onNews({
      text: text || (account ? blockAccountWords(account) : ''),
      isAsMeant: left.length === 0 && account?.missing.length === 0,
    })
  }

  const show = (
    outcome: BlockOutcome,
    fields: BlockNumbersFields,
    { sent, heldBack }: { sent: string[]; heldBack: ReadonlySet<Entry | undefined> },
  ) => {
    const { account, left } = outcome
    if (left.length === 0 && account && heldBack.size > 0) {
      entries.keepOnly(entry => heldBack.has(entry))
      const message = `${blockAccountWords(account)} ${heldLeftWords(heldBack.size)}`
      form.setError(LIST_ERRORS, { type: 'entries', message })
      return
    }
    if (left.length === 0 && account) {
      end()
      onBlocked(account)
      return
    }
    if (account) {
      const rest = new Set(left)
      const done = new Set(sent.filter(number => !rest.has(number)))
      const { home } = entries
      entries.keepOnly(({ text }) => {
        const reading = readingOf(text, home)
        return reading.kind !== 'number' || !done.has(reading.number)
      })
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
      submitLabel={submitWords(numbersToSend(verdicts).length, name.trim())}
      actions={
        !parts.isUnderWay && (
          <Button
            variant="default"
            onClick={() => {
              end()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )
      }
    >
      {draft && <p className={classes.draft}>{draftWords(draft.entity.name.trim())}</p>}
      {parts.progress && (
        <PartsProgressBar label="Blocking numbers" progress={parts.progress} onStop={parts.stop} />
      )}
      <EntityFields form={form} isFirstField={!isEntityGiven} />
      {reachWords(context, name.trim()) && (
        <p className={classes.reach}>{reachWords(context, name.trim())}</p>
      )}
      <PhoneEntries
        entries={entries}
        verdicts={verdicts}
        listError={listError}
        isLeavingOut={isLeavingOut}
        onLeaveOut={to => {
          leaveOut(to)
          form.clearErrors('root')
        }}
        isFirstField={isEntityGiven}
      />
    </FormShell>
  )
}

/** Another entity may be on screen by now. */
function draftWords(name: string): string {
  return name === ''
    ? 'What you typed before is still here.'
    : `What you typed before for ${name} is still here.`
}

/** "Block 26 numbers for Acme Cars Sandton" */
function submitWords(count: number, name: string): string {
  const what = count === 0 ? 'Block numbers' : `Block ${numberCount(count)}`
  return name === '' ? what : `${what} for ${name}`
}

/** Whose calls are turned away, where that is more than one company's. */
function reachWords(context: EntityContext, name: string): string | null {
  if (context === 'company') return null
  const whose = name === '' ? `the ${CONTEXT_WORDS[context].one}` : name
  return `Calls from these numbers to every company of ${whose} will be turned away.`
}

function heldWords(count: number): string {
  return count === 1
    ? 'The number is held back, so nothing was sent. Correct it, or include it as it is.'
    : `All ${formatNumber(count)} numbers are held back, so nothing was sent. Correct them, or include them as they are.`
}

function heldLeftWords(count: number): string {
  return count === 1
    ? 'One number was held back and is still here: correct it, include it, or cancel.'
    : `${formatNumber(count)} numbers were held back and are still here: correct them, include them, or cancel.`
}

function wrongWords(count: number): string {
  return count === 1
    ? 'One entry is wrong, so nothing was sent. Put it right, take it out, or leave it out below.'
    : `${formatNumber(count)} entries are wrong, so nothing was sent. Put them right, take them out, or leave them out below.`
}
