import { IconChevronDown } from '@tabler/icons-react'
import type { FollowUpKey } from '../../../contract/follow-up.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import classes from './follow-up-actions.module.css'
import { useFollowUp, useTake } from './use-follow-up.ts'

const FollowUpPanel = lazyPart(async () => (await import('./follow-up-panel.tsx')).FollowUpPanel)

const ICON = <IconChevronDown size={16} aria-hidden />

/** Takes a receiver or a company with one click. A menu has its state, its ticket and its notes. */
export function FollowUpActions({ about }: { about: FollowUpKey }) {
  const followUp = useFollowUp(about)
  const take = useTake(about)
  const owner = followUp?.owner ?? null
  return (
    <div className={classes.actions}>
      {owner === null && (
        <PlainButton
          data-size="xs"
          isLoading={take.isPending}
          onClick={() => take.mutate(true)}
          aria-label={`Take ${about.value}`}
        >
          Take
        </PlainButton>
      )}
      <PopoverButton
        isPlain
        label={`${owner === null ? 'Follow-up' : `Taken by ${owner}, follow-up`} of ${about.value}`}
        title="Follow-up"
        shown={owner !== null && `Taken by ${owner}`}
        isIconOnly={owner === null}
        icon={ICON}
      >
        {() => <FollowUpPanel about={about} />}
      </PopoverButton>
    </div>
  )
}
