import { Button, Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconCheck, IconCopy, IconFile, IconMail, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type FollowUpKey, Language } from '../../../contract/follow-up.ts'
import type { Message } from '../../../contract/message/compose-message.ts'
import type { Audience, Reader, Readers } from '../../../contract/message/message-event.ts'
import type { MessageOptions } from '../../../contract/message/message-sections.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { Time } from '../../format/time.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { safeFileName, saveText } from '../../ui/download/save-text.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { describeInformed, lastInformed } from '../follow-up/messages.ts'
import {
  findFollowUp,
  followUpsQuery,
  useAddNote,
  useChooseLanguage,
  useFollowUps,
} from '../follow-up/use-follow-up.ts'
import classes from './message-panel.module.css'
import printed from './print-text.module.css'

export const LOADING_MESSAGE = 'Loading the message…'

type MessagePanelProps = {
  readers: Readers
  /** Whom it is for until a person chooses. */
  audience: Audience
  /** The `MessageText` for a reader. */
  children: (reader: Reader, options: MessageOptions) => ReactNode
}

const AUDIENCES: { value: Audience; label: string }[] = [
  { value: 'customer', label: 'The customer' },
  { value: 'operator', label: 'The operator of the receiver, with technical details' },
]

const LANGUAGES: Record<Language, string> = { en: 'English', af: 'Afrikaans' }

/**
 * Asks whom the message is for. What one customer gets must not name another, so there is no message
 * for several readers, and nobody copies one before the customer is chosen. The operator is at first that of the
 * receiver with the most events.
 */
export function MessagePanel({ readers, audience: first, children }: MessagePanelProps) {
  const [audience, setAudience] = useState(first)
  const [showsCallers, setShowsCallers] = useState(false)
  /** The chosen reader's name; undefined until one is chosen. */
  const [chosen, setChosen] = useState<string | null>()
  const noun = audience === 'customer' ? 'company' : 'receiver'
  const ofAudience = readers[audience]
  const [only, second] = ofAudience
  const isAsked = second !== undefined && audience === 'customer'
  const reader = ofAudience.find(({ name }) => name === chosen) ?? (isAsked ? undefined : only)
  const { language, isPending, choose } = useLanguage(
    // Nobody may know the reader's name.
    reader && reader.name !== null ? { kind: noun, value: reader.name } : null,
  )
  return (
    <div className={classes.panel}>
      <RadioChoice
        legend="For"
        options={AUDIENCES}
        chosen={audience}
        onChoose={audience => {
          setAudience(audience)
          setChosen(undefined)
        }}
      />
      {second !== undefined && (
        <NativeSelect
          label={`Which ${noun}?`}
          value={reader === undefined ? '' : String(ofAudience.indexOf(reader))}
          onChange={({ currentTarget: { value } }) =>
            setChosen(value === '' ? undefined : ofAudience[Number(value)]?.name)
          }
          translate="no"
          data={[
            ...(isAsked ? [{ value: '', label: `Choose a ${noun}` }] : []),
            ...ofAudience.map(({ name, count }, index) => ({
              value: String(index),
              label: `${name === null ? `Unknown ${noun}` : shownReceiver(name)} (${formatNumber(count)})`,
            })),
          ]}
        />
      )}
      <div className={classes.options}>
        <Checkbox
          label="Show callers’ numbers"
          description={audience === 'operator' && 'and names, links and other texts in the example'}
          checked={showsCallers}
          onChange={({ currentTarget: { checked } }) => setShowsCallers(checked)}
        />
        <Segments
          isSmall
          legend="Language"
          options={Language.options.map(value => ({ value, label: LANGUAGES[value] }))}
          chosen={language}
          onChoose={choose}
        />
      </div>
      {reader === undefined ? (
        <MessageText message={null} placeholder={`Choose a ${noun} to see its message.`} />
      ) : isPending ? (
        <MessageText message={null} placeholder={LOADING_MESSAGE} />
      ) : (
        children(reader, { audience, showsCallers, language })
      )}
    </div>
  )
}

/** The language that the account chose for a reader. */
function useLanguage(about: FollowUpKey | null) {
  const { data = [], isPending } = useQuery(followUpsQuery)
  const { mutate } = useChooseLanguage()
  const reader = JSON.stringify(about)
  const [chosen, setChosen] = useState<{ reader: string; language: Language }>()
  const stored = data.find(({ kind, value }) => kind === about?.kind && value === about.value)
  return {
    isPending,
    language: chosen?.reader === reader ? chosen.language : (stored?.language ?? 'en'),
    choose(language: Language) {
      setChosen({ reader, language })
      if (about) mutate({ ...about, language })
    },
  }
}

type MessageTextProps = {
  /** null until there is one. */
  message: Message | null
  placeholder?: string
  /** The receiver or company that the customer is told about, then its companies or receivers. */
  informs?: FollowUpKey[]
  /** When its events failed. */
  failures?: string[]
}

/** Mail programs and Windows cut longer links. */
const MAX_LINK_LENGTH = 2_000

export function MessageText(props: MessageTextProps) {
  const { message, placeholder, informs: [about, ...related] = [], failures = [] } = props
  const copy = useMutation({ mutationFn: (text: string) => navigator.clipboard.writeText(text) })
  const { subject = '', text = '', file = null, shorter = [], language } = message ?? {}
  const isMissing = message === null
  const [isTaken, setIsTaken] = useState(false)
  const isCopied = copy.isSuccess && copy.variables === text
  const take = () => setIsTaken(true)
  const links = [text, ...shorter].map(
    body => `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
  )
  const link = links.find(({ length }) => length <= MAX_LINK_LENGTH) ?? links.at(-1)
  const isLong = link !== links[0]
  const isCut = file !== null
  const look = { size: 'xs', disabled: isMissing } as const
  return (
    <>
      {!isMissing && (
        <p className={classes.subject} lang={language}>
          {subject}
        </p>
      )}
      <textarea
        className={classes.text}
        aria-label="Message"
        lang={language}
        readOnly
        value={text}
        placeholder={placeholder}
        rows={14}
      />
      <div className={classes.foot}>
        <p role="status" className={classes.status}>
          {isCopied && (isCut ? 'Copied. Only the file lists all events.' : 'Copied.')}
          {copy.isError &&
            'The browser did not allow copying. Select the text and copy it by hand.'}
          {isLong && copy.isIdle && 'The mail is a summary. Save the file and attach it.'}
        </p>
        {message !== null && about !== undefined && (
          <Informed {...{ about, related, failures, isTaken }} text={message.about} />
        )}
        <div className={classes.actions}>
          <Button
            variant="filled"
            size="xs"
            disabled={isMissing}
            leftSection={
              isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
            }
            onClick={() => copy.mutate(text, { onSuccess: take })}
          >
            Copy
          </Button>
          <Button
            {...look}
            {...(!isMissing && { component: 'a', href: link, onClick: take })}
            leftSection={<IconMail size={14} aria-hidden />}
          >
            Mail
          </Button>
          {(isLong || isCut) && (
            <Button
              {...look}
              leftSection={<IconFile size={14} aria-hidden />}
              onClick={() => {
                saveText(
                  `${subject}\n\n${file?.() ?? text}\n`,
                  safeFileName(subject, 'txt'),
                  'text/plain',
                )
                take()
              }}
            >
              Save as a file
            </Button>
          )}
          <Button
            {...look}
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => printText(text)}
          >
            Print
          </Button>
        </div>
      </div>
    </>
  )
}

type InformedProps = {
  about: FollowUpKey
  related: FollowUpKey[]
  /** What the message is about. */
  text: string
  failures: string[]
  /** Whether the message was copied, mailed or saved. */
  isTaken: boolean
}

/** When the customer was informed last. Whoever takes the message says whether it was sent. */
function Informed({ about, related, text, failures, isTaken }: InformedProps) {
  const all = useFollowUps() ?? []
  const informed = lastInformed([about, ...related].map(key => findFollowUp(all, key)))
  const add = useAddNote()
  const newer = failures.filter(at => informed && Date.parse(at) > Date.parse(informed.at)).length
  return (
    <div role="status" className={classes.informed}>
      {informed && (
        <p>
          Informed <Time stamp={informed.at} />
          {describeInformed(informed)}
          {newer > 0 && `, before ${formatCount(newer, 'newer failure', 'newer failures')}`}
        </p>
      )}
      {isTaken && !add.isSuccess && (
        <>
          <p>Has the customer been informed?</p>
          <PlainButton
            data-size="xs"
            isLoading={add.isPending}
            onClick={() => add.mutate({ ...about, what: 'informed', text })}
          >
            Mark as informed
          </PlainButton>
        </>
      )}
    </div>
  )
}

function printText(text: string): void {
  const sheet = document.createElement('pre')
  sheet.className = printed.sheet ?? ''
  sheet.textContent = text
  document.body.append(sheet)
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
