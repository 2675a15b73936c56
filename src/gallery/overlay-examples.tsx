import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm/confirm-dialog.tsx'
import { NotificationList, showMessage } from '../ui/notification/notification-list.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { Example, LONG_TEXT } from './example.tsx'

export function OverlayExamples() {
  const [isAsked, setAsked] = useState(false)
  const [opened, setOpened] = useState<'closed' | 'open' | 'busy'>('closed')
  return (
    <>
      <Example name="Popover">
        <PopoverButton
          label="Saved views"
          icon={<IconBookmark size={16} aria-hidden />}
          title="Your saved views"
        >
          {close => (
            <>
              <p>You have no saved views.</p>
              <Button onClick={close}>Done</Button>
            </>
          )}
        </PopoverButton>
      </Example>
      <Example name="Popover of an icon">
        <PopoverButton
          label="Columns"
          icon={<IconBookmark size={16} aria-hidden />}
          title="Columns of the table"
          isIconOnly
          isPlain
        >
          {() => <p>All columns are shown.</p>}
        </PopoverButton>
      </Example>
      <Example name="Messages">
        <Button
          variant="default"
          onClick={() =>
            showMessage({
              text: '2 events marked as handled',
              action: { label: 'Undo', run: () => showMessage({ text: 'Undone' }) },
            })
          }
        >
          Show a success
        </Button>
        <Button
          variant="default"
          onClick={() => showMessage({ text: 'Not saved. Try again.', isSuccess: false })}
        >
          Show a failure
        </Button>
        <NotificationList />
      </Example>
      <Example name="Confirmation">
        <Button variant="default" onClick={() => setAsked(true)}>
          Discard the draft
        </Button>
        {isAsked && (
          <ConfirmDialog
            title="Discard the draft of 29 failed calls?"
            confirm="Discard"
            onConfirm={() => showMessage({ text: 'Discarded' })}
            onClose={() => setAsked(false)}
          >
            Nothing was sent.
          </ConfirmDialog>
        )}
      </Example>
      <Example name="Drawer">
        <Button variant="default" onClick={() => setOpened('open')}>
          Open the drawer
        </Button>
        <SideDrawer
          title="Failed call"
          isOpen={opened !== 'closed'}
          isBusy={opened === 'busy'}
          onClose={() => setOpened('closed')}
        >
          <p>{LONG_TEXT}</p>
          <Button onClick={() => setOpened(opened === 'busy' ? 'open' : 'busy')}>
            {opened === 'busy' ? 'Finish' : 'Start'}
          </Button>
        </SideDrawer>
      </Example>
    </>
  )
}
