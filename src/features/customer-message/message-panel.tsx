import { Button, NativeSelect } from '@mantine/core'
import { IconCheck, IconCopy, IconFile, IconMail, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Message } from '../../../contract/message/compose-message.ts'
import type { Audience, Reader, Readers } from '../../../contract/message/message-event.ts'
import type { MessageOptions } from '../../../contract/message/message-sections.ts'
import { LANGUAGES, type Language } from '../../../contract/message/message-texts.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { safeFileName, saveText } from '../../ui/download/save-text.ts'
import segments from '../../ui/segments.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import classes from './message-panel.module.css'
import printed from './print-text.module.css'

type MessagePanelProps = {
  readers: Readers
  /** The `MessageText` for a reader. */
  children: (reader: Reader, options: MessageOptions) => ReactNode
}

const AUDIENCES: { value: Audience; label: string; hint: string }[] = [
  {
    value: 'customer',
    label: 'The customer',
    hint: 'What failed and when, why, and what to change',
  },
  {
    value: 'operator',
    label: 'The operator of the receiver',
    hint: 'The same, with the last answer and a curl command',
  },
]

const READER_NOUNS: Record<Audience, string> = { customer: 'company', operator: 'receiver' }

/**
 * Asks whom the message is for. What one customer gets must not name another, so there is no message
 * for several readers.
 */
export function MessagePanel({ readers, children }: MessagePanelProps) {
  const [options, setOptions] = useState<MessageOptions>({
    audience: 'customer',
    language: 'en',
    showsCallers: false,
  })
  /** The chosen reader's name; undefined until one is chosen. */
  const [chosen, setChosen] = useState<string | null>()
  const { audience, language, showsCallers } = options
  const noun = READER_NOUNS[audience]
  const ofAudience = readers[audience]
  const [first, second] = ofAudience
  const reader = second === undefined ? first : ofAudience.find(({ name }) => name === chosen)
  const change = (changed: Partial<MessageOptions>) => setOptions({ ...options, ...changed })
  return (
    <div className={classes.panel}>
      <RadioChoice
        legend="For"
        name="message-audience"
        options={AUDIENCES}
        chosen={audience}
        onChoose={audience => {
          change({ audience })
          setChosen(undefined)
        }}
      />
      {second !== undefined && (
        <NativeSelect
          label={`Which ${noun}?`}
          value={reader === undefined ? '' : ofAudience.indexOf(reader)}
          onChange={({ currentTarget: { value } }) =>
            setChosen(value === '' ? undefined : ofAudience[Number(value)]?.name)
          }
          translate="no"
        >
          <option value="">Choose a {noun}</option>
          {ofAudience.map(({ name, count }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the readers stay the same
            <option key={index} value={index}>
              {name === null ? `Unknown ${noun}` : shownText(name)} ({formatNumber(count)})
            </option>
          ))}
        </NativeSelect>
      )}
      <Check isChecked={showsCallers} onCheck={isChecked => change({ showsCallers: isChecked })}>
        Show callers’ numbers
      </Check>
      <LanguageSwitch language={language} onLanguage={language => change({ language })} />
      {reader === undefined ? (
        <MessageText message={null} placeholder={`Choose a ${noun} to see its message.`} />
      ) : (
        children(reader, options)
      )}
    </div>
  )
}

type LanguageSwitchProps = { language: Language; onLanguage: (language: Language) => void }

function LanguageSwitch({ language, onLanguage }: LanguageSwitchProps) {
  return (
    <fieldset className={segments.segments} data-size="small">
      <legend className={visuallyHidden.only}>Language</legend>
      {(['en', 'af'] as const).map(one => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => onLanguage(one)}
        >
          {LANGUAGES[one]}
        </button>
      ))}
    </fieldset>
  )
}

type CheckProps = {
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
  children: ReactNode
}

export function Check({ isChecked, onCheck, children }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget: { checked } }) => onCheck(checked)}
      />
      <span>{children}</span>
    </label>
  )
}

type MessageTextProps = {
  /** null until there is one. */
  message: Message | null
  placeholder?: string
}

/** Mail programs and Windows cut longer links. */
const MAX_LINK_LENGTH = 2_000

export function MessageText({ message, placeholder }: MessageTextProps) {
  const copy = useMutation({ mutationFn: (text: string) => navigator.clipboard.writeText(text) })
  const { subject = '', text = '', language } = message ?? {}
  const isMissing = message === null
  const isCopied = copy.isSuccess && copy.variables === text
  const link = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  const isLong = link.length > MAX_LINK_LENGTH
  const look = { size: 'xs', variant: 'default', disabled: isMissing } as const
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
        rows={12}
      />
      <div className={classes.foot}>
        <p role="status" className={classes.status}>
          {isCopied && 'Copied.'}
          {copy.isError &&
            'The browser did not allow copying. Select the text and copy it by hand.'}
          {isLong && copy.isIdle && 'Too long for a mail link: copy it, or attach the file.'}
        </p>
        <div className={classes.actions}>
          <Button
            size="xs"
            disabled={isMissing}
            leftSection={
              isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
            }
            onClick={() => copy.mutate(text)}
          >
            Copy
          </Button>
          {isLong ? (
            <Button
              {...look}
              leftSection={<IconFile size={14} aria-hidden />}
              onClick={() =>
                saveText(`${subject}\n\n${text}\n`, safeFileName(subject, 'txt'), 'text/plain')
              }
            >
              Save as a file
            </Button>
          ) : (
            <Button
              {...look}
              {...(!isMissing && { component: 'a', href: link })}
              leftSection={<IconMail size={14} aria-hidden />}
            >
              Mail
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

function printText(text: string): void {
  const sheet = document.createElement('pre')
  sheet.className = printed.sheet ?? ''
  sheet.textContent = text
  document.body.append(sheet)
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
