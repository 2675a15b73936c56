import { useRef, useState } from 'react'
import { withCountryCode } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { ModalDialog } from '../../../ui/confirm/modal-dialog.tsx'
import notice from '../../../ui/notice.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { BlocklistChange, ChangeSummary } from '../change/blocklist-change.ts'
import { isUnchanged, unblockErrorMessage } from '../change/change-messages.ts'
import { ChangeProgress, useChangeWithProgress } from '../change/use-blocklist-change.tsx'
import * as messages from '../messages.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { isOfEntity } from '../records/blocklist-errors.ts'
import { type Block, type BlockGroup, groupsOf } from '../records/blocks.ts'
import classes from './unblock-dialog.module.css'
import { type NotedSummary, useBlocklistUndo } from './unblock-history.ts'

type UnblockDialogProps = {
  blocks: Block[]
  /** A sentence about what is not unblocked; or ''. */
  about: string
  /** @param rest what is still blocked, because a later batch failed or was stopped */
  onDone: (rest: Block[]) => void
  onClose: () => void
}

/** Asks for confirmation, and unblocks. It is open as long as it is rendered. */
export function UnblockDialog({ blocks, about, onDone, onClose }: UnblockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const change = useChangeWithProgress()
  const { say } = useBlocklistUndo()
  const [failed, setFailed] = useState<ChangeSummary | null>(null)
  const groups = groupsOf(blocks)
  const [first] = groups
  const confirm = async () => {
    const summaries = await unblockGroups(groups, change.run)
    const failed = summaries.find(({ failure }) => failure !== null)
    if (failed && summaries.every(isUnchanged)) {
      setFailed(failed)
      return
    }
    // Reported even if the changed list has removed this dialog.
    say(summaries)
    onDone(groups.flatMap(({ blocks: some }, index) => stillBlocked(some, summaries[index])))
    dialog.current?.close()
  }
  const problem = failed === null || change.isPending ? null : unblockErrorMessage(failed)
  const count = blocks.length

  return (
    <ModalDialog
      ref={dialog}
      title={`Unblock ${messages.namedOrCounted(
        blocks.map(({ number }) => number),
        1,
      )}?`}
      isBusy={change.isPending}
      onClose={onClose}
    >
      <div className={classes.text}>
        <p>
          This removes {messages.numberCount(count)} from the{' '}
          {plural(groups.length, 'blocklist', 'blocklists')} of{' '}
          {first && groups.length === 1 ? (
            <>
              {CONTEXT_LABELS[first.context].one}{' '}
              <strong translate="no">{first.entity.name || first.entity.reference}</strong>
            </>
          ) : (
            `${formatNumber(groups.length)} companies, partners and groups`
          )}
          . {plural(count, 'Its calls are', 'Their calls are')} accepted again, unless another entry
          blocks {plural(count, 'it', 'them')}.
        </p>
        {about && <p>{about}</p>}
        {problem && (
          <div role="alert" className={notice.box} data-tone="bad">
            <h3>{problem.title}</h3>
            <p>{problem.message}</p>
          </div>
        )}
        <ChangeProgress label="Unblocking numbers" change={change} />
        <div className={classes.actions}>
          <PlainButton isOff={change.isPending} onClick={() => dialog.current?.close()}>
            Keep blocked
          </PlainButton>
          <PlainButton data-primary isLoading={change.isPending} onClick={() => void confirm()}>
            {messages.unblock}
          </PlainButton>
        </div>
      </div>
    </ModalDialog>
  )
}

/** Unblocks entity by entity. One that is gone doesn't stop the others, but a failure of the service does. */
async function unblockGroups(
  groups: BlockGroup[],
  run: (change: BlocklistChange) => Promise<ChangeSummary>,
): Promise<NotedSummary[]> {
  const summaries: NotedSummary[] = []
  for (const { context, entity, blocks } of groups) {
    const numbers = blocks.map(({ number }) => number)
    const summary = await run({ isBlock: false, context, entity, numbers })
    const notes = new Map(blocks.map(({ number, note }) => [withCountryCode(number), note]))
    summaries.push({ ...summary, notes })
    if (summary.rest.length > 0 && !isOfEntity(summary.failure)) break
  }
  return summaries
}

/** @param summary undefined if they were not tried */
function stillBlocked(blocks: Block[], summary: ChangeSummary | undefined): Block[] {
  if (summary === undefined) return blocks
  const rest = new Set(summary.rest)
  return blocks.filter(({ number }) => rest.has(number))
}
