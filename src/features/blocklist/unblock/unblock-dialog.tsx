import { useRef, useState } from 'react'
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
import { type Block, groupsOf } from '../records/blocks.ts'
import classes from './unblock-dialog.module.css'
import { useBlocklistUndo } from './unblock-history.tsx'

type UnblockDialogProps = {
  blocks: Block[]
  /** A sentence about what is not unblocked; or ''. */
  about: string
  onConfirm: () => void
  /** @param rest what is still blocked, because a later batch failed or was stopped */
  onDone: (rest: Block[]) => void
  onClose: () => void
}

/** Asks for confirmation, and unblocks. It is open as long as it is rendered. */
export function UnblockDialog(props: UnblockDialogProps) {
  const { blocks, about, onDone, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const change = useChangeWithProgress()
  const { say } = useBlocklistUndo()
  const [failed, setFailed] = useState<ChangeSummary | null>(null)
  const groups = groupsOf(blocks)
  const [[entity] = []] = groups
  const confirm = async () => {
    props.onConfirm()
    const summaries = await unblockGroups(groups, change.run)
    const failed = summaries.find(({ failure }) => failure !== null)
    if (failed && summaries.every(isUnchanged)) {
      setFailed(failed)
      return
    }
    // Reported even if the changed list has removed this dialog.
    say(summaries)
    onDone(groups.flatMap(([, some], index) => stillBlocked(some, summaries[index])))
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
          {entity && groups.length === 1 ? (
            <>
              {CONTEXT_LABELS[entity.context].one} <strong translate="no">{entity.name}</strong>
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
  groups: ReturnType<typeof groupsOf>,
  run: (change: BlocklistChange) => Promise<ChangeSummary>,
): Promise<ChangeSummary[]> {
  const summaries: ChangeSummary[] = []
  for (const [entity, blocks] of groups) {
    const summary = await run({
      isBlock: false,
      entity,
      numbers: blocks.map(({ number }) => number),
    })
    summaries.push(summary)
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
