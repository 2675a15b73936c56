import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconMail, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import classes from './message-panel.module.css'
import * as messages from './messages.ts'
import printed from './print-text.module.css'

type MessageTextProps = {
  /** null if there is no message yet. */
  text: string | null
  placeholder?: string
  /** Whether the text is copied when this opens. Later changes are copied by hand. */
  copiesAtOnce?: boolean
}

/** Mail programs and Windows cut longer links. */
const MAX_MAIL_LENGTH = 1_800

/** A message, and the ways to send it. */
export function MessageText({ text, placeholder, copiesAtOnce = false }: MessageTextProps) {
  const copy = useMutation({ mutationFn: (text: string) => navigator.clipboard.writeText(text) })
  const { mutate } = copy
  // The button that opened this says "Copy message", so it copies.
  const [atFirst] = useState(copiesAtOnce ? text : null)
  useEffect(() => {
    if (atFirst !== null) mutate(atFirst)
  }, [mutate, atFirst])
  const isCopied = copy.isSuccess && copy.variables === text
  const isMissing = text === null
  return (
    <>
      <textarea
        className={classes.text}
        aria-label={messages.messageField}
        readOnly
        value={text ?? ''}
        placeholder={placeholder}
        rows={12}
      />
      <div className={classes.foot}>
        <p role="status" className={classes.status}>
          {isCopied && messages.copied}
          {copy.isError && messages.copyFailed}
        </p>
        <div className={classes.actions}>
          <Button
            size="xs"
            disabled={isMissing}
            leftSection={
              isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
            }
            onClick={() => text !== null && mutate(text)}
          >
            {messages.copy}
          </Button>
          {isMissing ? (
            <Button size="xs" variant="default" disabled leftSection={<MailIcon />}>
              {messages.mail}
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              component="a"
              href={mailLink(text)}
              leftSection={<MailIcon />}
            >
              {messages.mail}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={isMissing}
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => text !== null && printText(text)}
          >
            {messages.print}
          </Button>
        </div>
      </div>
    </>
  )
}

function MailIcon() {
  return <IconMail size={14} aria-hidden />
}

function mailLink(text: string): string {
  const body =
    text.length > MAX_MAIL_LENGTH
      ? `${text.slice(0, MAX_MAIL_LENGTH)}\n${messages.mailIsCut}`
      : text
  return `mailto:?subject=${encodeURIComponent(messages.mailSubject)}&body=${encodeURIComponent(body)}`
}

/** Prints a text alone, without the page around it. */
function printText(text: string): void {
  const sheet = document.createElement('pre')
  sheet.className = printed.sheet ?? ''
  sheet.textContent = text
  document.body.append(sheet)
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
