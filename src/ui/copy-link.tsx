import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

/** Puts a link where it can be pasted; where the browser won't, shows it to be copied by hand. */
export function CopyLink({ link }: { link: string }) {
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(link) })
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
    <Button
      size="compact-sm"
      variant="default"
      leftSection={
        copy.isSuccess ? <IconCheck size={14} aria-hidden /> : <IconLink size={14} aria-hidden />
      }
      onClick={() => copy.mutate()}
    >
      {copy.isSuccess ? 'Link copied' : 'Copy link'}
    </Button>
  )
}
