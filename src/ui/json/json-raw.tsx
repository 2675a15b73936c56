import { Button } from '@mantine/core'
import { useState } from 'react'
import { shownJson } from './json-nodes.ts'
import classes from './json-view.module.css'
import * as messages from './messages.ts'

/** The number of characters per step, because a browser takes seconds to lay out millions. */
const PART = 50_000

/** The original text, from its beginning. */
export function JsonRaw({ text }: { text: string }) {
  const [length, setLength] = useState(PART)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.raw} tabIndex={0} translate="no">
        {shownJson(text.slice(0, length))}
      </pre>
      {text.length > length && (
        <p className={classes.note}>
          {messages.firstCharacters(length, text.length)}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setLength(known => known + PART)}
          >
            {messages.showMore}
          </Button>
        </p>
      )}
    </>
  )
}
