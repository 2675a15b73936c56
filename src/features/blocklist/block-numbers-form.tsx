import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormShell } from '../../forms/form-shell.tsx'
import { type BlockAccount, blockAccountWords } from './block-account.ts'
import type { BlockOutcome } from './block-in-parts.ts'
import classes from './block-numbers-form.module.css'
import { BlockNumbersFields, type BlockNumbersValues, LIST_ERRORS } from './block-numbers-values.ts'
import { createDrafts } from './drafts.ts'
import { EntityFields } from './entity-fields.tsx'
import { entriesToLookAt, numbersToSend } from './entry-verdicts.ts'
import type { NewsItem } from './news-item.ts'
import { PartsProgressBar } from './parts-progress-bar.tsx'
import { PhoneEntries } from './phone-entries.tsx'
import { focusFirstEntry } from './phone-entry-row.tsx'
import { leftWords, showBlockFailure } from './show-block-failure.ts'
import { useBlockNumbers } from './use-block-numbers.ts'
import { useEntries } from './use-entries.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useListedNumbers } from './use-listed-numbers.ts'
import { usePartsProgress } from './use-parts-progress.ts'
import { useVerdicts } from './use-verdicts.ts'

const drafts = createDrafts<BlockNumbersValues>()

type BlockNumbersFormProps = {
  /** Who types. */
  owner: string
  /** What the form begins with where no draft was kept. */
  start: BlockNumbersValues
  onCancel: () => void
  onBlocked: (account: BlockAccount) => void
  /** For what is only known once the form is gone. */
  onNews: (news: NewsItem) => void
  /** While numbers are sent, of which the outcome is told in here. */
  onBusy: (isBusy: boolean) => void
}

/** POST /v1/blocklist/ as a form. What the service refuses stands beside the entry that it names. */
export default function BlockNumbersForm(props: BlockNumbersFormProps) {
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
  const verdicts = useVerdicts(entries, useListedNumbers(form.control), refused)
  const [isLeavingOut, setIsLeavingOut] = useState(false)
  const parts = usePartsProgress()
  const { mutateAsync: block } = useBlockNumbers()
  const listError = form.formState.errors.root?.blocked_phone_number_list?.message
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
  })
  useKeptDraft(drafts, owner, () => {
    const values = typed()
    return isEnded.current || JSON.stringify(values) === JSON.stringify(start) ? null : values
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
    const { wrong } = entriesToLookAt(verdicts)
    const numbers = numbersToSend(verdicts)
    if (wrong.length > 0 && !isLeavingOut) {
      form.setError(LIST_ERRORS, { type: 'entries', message: wrongWords(wrong.length) })
      return
    }
    if (numbers.length === 0) {
      form.setError(LIST_ERRORS, { type: 'entries', message: 'Enter a phone number.' })
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
    if (isGone.current) tellLate(outcome)
    else show(outcome, fields)
  }

  /** The form was left while numbers were sent: what is left of them is there when it opens again. */
  const tellLate = ({ account, left, failure }: BlockOutcome) => {
    drafts.keep(
      owner,
      left.length === 0 ? null : { ...typed(), texts: left.map(each => `+${each}`) },
    )
    const text = left.length > 0 ? leftWords({ account, left, failure }) : ''
    onNews({
      text: text || (account ? blockAccountWords(account) : ''),
      isAsMeant: left.length === 0 && account?.missing.length === 0,
    })
  }

  const show = (outcome: BlockOutcome, fields: BlockNumbersFields) => {
    const { account, left } = outcome
    if (left.length === 0 && account) {
      end()
      onBlocked(account)
      return
    }
    const rest = new Set(left)
    if (account) {
      entries.keepOnly((_, index) => isLeft(verdicts[index]?.sends, rest))
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
      submitLabel="Block numbers"
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
      {draft && <p className={classes.draft}>What you typed before is still here.</p>}
      {parts.progress && (
        <PartsProgressBar label="Blocking numbers" progress={parts.progress} onStop={parts.stop} />
      )}
      <EntityFields form={form} isFirstField={!isEntityGiven} />
      <PhoneEntries
        entries={entries}
        verdicts={verdicts}
        listError={listError}
        isLeavingOut={isLeavingOut}
        onLeaveOut={to => {
          setIsLeavingOut(to)
          form.clearErrors('root')
        }}
        isFirstField={isEntityGiven}
      />
    </FormShell>
  )
}

/** Of an entry that sends nothing itself it isn't told whether it's done: wrong ones stay. */
function isLeft(sends: string | null | undefined, rest: ReadonlySet<string>): boolean {
  return sends == null || rest.has(sends)
}

function wrongWords(count: number): string {
  return count === 1
    ? 'One entry is wrong, so nothing was sent. Put it right, take it out, or leave it out below.'
    : `${count.toLocaleString('en')} entries are wrong, so nothing was sent. Put them right, take them out, or leave them out below.`
}
