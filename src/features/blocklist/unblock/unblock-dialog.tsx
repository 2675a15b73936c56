import { useRef, useState } from 'react'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { LastingConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import notice from '../../../ui/notice.module.css'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { isUnchanged, unblockErrorMessage } from '../change/change-messages.ts'
import { ChangeProgress, useChangeWithProgress } from '../change/use-blocklist-change.tsx'
import * as messages from '../messages.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, blockId, groupsOf } from '../records/blocks.ts'
import { useBlocklistUndo } from './unblock-history.tsx'

type UnblockDialogProps = {
  blocks: Block[]
  /** A sentence about what is not unblocked; or ''. */
  about: string
  onConfirm: () => void
  /** @param rest the ids of what is still blocked, because a batch failed or was stopped */
  onDone: (rest: ReadonlySet<string>) => void
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
    const summaries = await change.run(
      groups.map(([entity, some]) => {
        return { isBlock: false, entity, numbers: some.map(({ number }) => number) }
      }),
    )
    const failed = summaries.find(({ failure }) => failure !== null)
    if (failed && summaries.every(isUnchanged)) {
      setFailed(failed)
      return
    }
    // Reported even if the changed list has removed this dialog.
    say(summaries)
    onDone(
      new Set(summaries.flatMap(({ entity, rest }) => rest.map(number => blockId(number, entity)))),
    )
    dialog.current?.close()
  }
  const problem = failed === null || change.isPending ? null : unblockErrorMessage(failed)
  const count = blocks.length

  return (
    <LastingConfirmDialog
      ref={dialog}
      title={`Unblock ${messages.nameBlocks(blocks)}?`}
      confirm={messages.unblock}
      cancel="Keep blocked"
      isBusy={change.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
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
    </LastingConfirmDialog>
  )
}
