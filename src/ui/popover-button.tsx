import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { PlainButton } from './plain-button.tsx'
import classes from './popover-button.module.css'

type PopoverButtonProps = {
  label: string
  /** What is shown instead of the label, which names the button. */
  shown?: ReactNode
  icon?: ReactNode
  /** Only the icon is shown; screen readers read the label. */
  isIconOnly?: boolean | 'on phones'
  /** A small button, for tables. */
  isPlain?: boolean | undefined
  /** Why it can't be opened yet; null if it can. */
  obstacle?: string | null
  /** The title of the popover, if it is not the label. */
  title?: string
  /** Rendered again each time it is opened. Otherwise it stays mounted, and continues while it is closed. */
  isFresh?: boolean
  /** Its height doesn't depend on its content, so it neither moves nor jumps to another place when that changes. */
  isTall?: boolean
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a small popover of the browser next to it. Escape or a click elsewhere closes it,
 * and Tab moves from the button into it.
 */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, shown, icon, isIconOnly, isPlain, isFresh, isTall, children } = props
  const { obstacle = null, title = label } = props
  const id = useId()
  const popover = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState(0)
  return (
    <>
      <PlainButton
        icon={icon}
        popoverTarget={id}
        data-size={isPlain ? 'xs' : 'sm'}
        className={classes.button}
        data-icon-only={isIconOnly || undefined}
        aria-label={shown ? label : undefined}
        title={obstacle ?? (isIconOnly || shown ? label : undefined)}
        disabled={obstacle !== null}
      >
        <span className={classes.label}>{shown || label}</span>
      </PlainButton>
      <section
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={classes.popover}
        data-tall={isTall || undefined}
        onBeforeToggle={({ newState }) =>
          newState === 'open' && !isReopening && setOpened(opened + 1)
        }
      >
        {opened > 0 && (
          <Suspense key={isFresh ? opened : 0} fallback={<span>Loading…</span>}>
            {children(() => popover.current?.hidePopover())}
          </Suspense>
        )}
      </section>
    </>
  )
}

let isReopening = false

/** Opens a popover again that a modal dialog closed, as it was. */
export function reopenPopover(popover: HTMLElement): void {
  if (!popover.isConnected) return
  // Without its button, it would open in a corner of the window.
  const source = document.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`)
  isReopening = true
  popover.showPopover(source ? { source } : {})
  isReopening = false
}
