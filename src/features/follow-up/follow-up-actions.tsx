import { IconChevronDown } from '@tabler/icons-react'
import { UNKNOWN_RECEIVER } from '../../../contract/event/receiver-of.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import classes from './follow-up-actions.module.css'
import type { FollowUpPanelProps } from './follow-up-panel.tsx'
import { ownerName, shortName, takerOf } from './messages.ts'
import { useChangeFollowUp, useFollowUps, useMe } from './use-follow-up.ts'

const FollowUpPanel = lazyPart(() => import('./follow-up-panel.tsx'))

const ICON = <IconChevronDown size={16} aria-hidden />

/** Takes a receiver or a company with one click. A menu has its state, its ticket and its notes. */
export function FollowUpActions(props: FollowUpPanelProps) {
  const { about, related } = props
  const followUps = useFollowUps() ?? []
  const me = useMe()
  const change = useChangeFollowUp(about)
  const owner = takerOf(followUps, about, related)
  const ownedBy = owner === null ? '' : ownerName(owner, me)
  const name = shownReceiver(about.value)
  // Nobody can deal with events that have only in common what they lack.
  if ([UNKNOWN_RECEIVER, UNKNOWN_COMPANY].includes(about.value)) return null
  return (
    <div className={classes.actions}>
      {owner === null && (
        <PlainButton
          data-size="xs"
          isLoading={change.isPending}
          onClick={() => change.mutate({ taken: true })}
          aria-label={`Take ${name}`}
        >
          Take
        </PlainButton>
      )}
      <PopoverButton
        isPlain
        label={`${owner === null ? 'Follow-up' : `Taken by ${ownedBy}, follow-up`} of ${name}`}
        title="Follow-up"
        shown={
          owner !== null && (
            <>
              {/* There is only room for the name. */}
              <span className={visuallyHidden.only}>Taken by </span>
              <span className={classes.owner}>{shortName(ownedBy)}</span>
            </>
          )
        }
        isIconOnly={owner === null}
        icon={ICON}
      >
        {() => (
          <>
            <h3 className={classes.name} translate="no">
              {name}
            </h3>
            <FollowUpPanel {...props} />
          </>
        )}
      </PopoverButton>
    </div>
  )
}
