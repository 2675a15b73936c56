import { TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { CopyButton, useCopy } from './copy-button.tsx'
import * as messages from './messages.ts'

/** Copies a link. If the browser blocks that, it shows the link so that a person can copy it. */
export function CopyLink({ link }: { link: string }) {
  const copy = useCopy(link)
  if (copy.isError) {
    return (
      <TextInput
        size="xs"
        aria-label={messages.copyLinkYourself}
        defaultValue={link}
        readOnly
        autoFocus
        onFocus={focus => focus.currentTarget.select()}
      />
    )
  }
  return (
    <CopyButton copy={copy} icon={IconLink} copied={messages.linkCopied}>
      {messages.copyLink}
    </CopyButton>
  )
}
