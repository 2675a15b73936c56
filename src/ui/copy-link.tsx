import { TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { CopyButton, useCopy } from './copy-button.tsx'

/** Puts a link where it can be pasted; where the browser won't, shows it to be copied by hand. */
export function CopyLink({ link }: { link: string }) {
  const copy = useCopy(link)
  if (copy.isError) {
    return (
      <TextInput
        size="xs"
        aria-label="The browser did not let us copy: copy this link"
        defaultValue={link}
        readOnly
        autoFocus
        onFocus={focus => focus.currentTarget.select()}
      />
    )
  }
  return (
    <CopyButton copy={copy} icon={IconLink} copied="Link copied">
      Copy link
    </CopyButton>
  )
}
