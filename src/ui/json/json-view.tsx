import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton, useCopy } from '../copy-button.tsx'
import { saveText } from '../download/save-text.ts'
import type { JsonNodes } from './json-nodes.ts'
import { JsonRaw } from './json-raw.tsx'
import { JsonTree } from './json-tree.tsx'
import classes from './json-view.module.css'
import * as messages from './messages.ts'

type JsonViewProps = {
  title: string
  nodes: JsonNodes
  /** The file name of the download. */
  fileName: string
}

/** Shows JSON from outside, which a person can search, copy and save. Markup in it stays text. */
export function JsonView({ title, nodes, fileName }: JsonViewProps) {
  const [look, setLook] = useState<'tree' | 'raw'>('tree')
  const copy = useCopy(nodes.text)
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <div className={classes.actions}>
          <Button.Group aria-label={messages.showAs}>
            <LookButton isOn={look === 'tree'} onClick={() => setLook('tree')}>
              {messages.tree}
            </LookButton>
            <LookButton isOn={look === 'raw'} onClick={() => setLook('raw')}>
              {messages.rawText}
            </LookButton>
          </Button.Group>
          <CopyButton copy={copy}>{messages.copy}</CopyButton>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveText(nodes.text, fileName, 'application/json')}
          >
            {messages.download}
          </Button>
        </div>
      </div>
      {copy.isError && (
        <p className={classes.note} role="alert">
          {messages.copyingBlocked}
        </p>
      )}
      {look === 'tree' ? <JsonTree nodes={nodes} label={title} /> : <JsonRaw text={nodes.text} />}
    </section>
  )
}

function LookButton({
  isOn,
  onClick,
  children,
}: {
  isOn: boolean
  onClick: () => void
  children: string
}) {
  return (
    <Button
      size="compact-sm"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
