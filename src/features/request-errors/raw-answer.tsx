import { Button } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatNumber } from '../../../contract/text/count.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { safeFileName, saveText } from '../../ui/download/save-text.ts'
import { shownJson } from '../../ui/json/json-view.tsx'
import classes from './raw-answer.module.css'

/** A browser takes seconds to lay out millions of characters. */
const MAX_SHOWN = 50_000

/** An answer that Redial did not understand, unchanged, for the operator of the service. */
export default function RawAnswer({ text, place }: { text: string; place: 'page' | 'card' }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <section className={classes.answer} data-place={place} aria-label="Answer of the service">
      <div className={classes.actions}>
        <Button
          size="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          leftSection={<IconChevronDown size={14} className={classes.chevron} aria-hidden />}
        >
          {isOpen ? 'Hide the answer' : 'Show the answer'}
        </Button>
        <CopyButton
          text={text}
          instead={<p role="alert">The browser blocked copying. Download the answer instead.</p>}
        >
          Copy the answer
        </CopyButton>
        <Button
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveText(text, safeFileName('answer', 'txt'), 'text/plain;charset=utf-8')}
        >
          Download the answer
        </Button>
      </div>
      <div id={id} className={classes.text}>
        {isOpen && (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
            <pre tabIndex={0} translate="no">
              {shownJson(text.slice(0, MAX_SHOWN))}
            </pre>
            {text.length > MAX_SHOWN && (
              <p className={classes.rest}>
                The first {formatNumber(MAX_SHOWN)} of {formatNumber(text.length)} characters. Copy
                and Download have all of them.
              </p>
            )}
          </>
        )}
      </div>
    </section>
  )
}
