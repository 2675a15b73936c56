import { clsx } from 'clsx'
import { type ReactNode, Suspense, useState } from 'react'
import classes from './sidebar-popover.module.css'

type SidebarPopoverProps = {
  id: string
  /** Names the popover. */
  label: string
  title?: string
  /** What the button shows. */
  button: ReactNode
  buttonClass: string | undefined
  popoverClass: string | undefined
  /** Called when a person is about to open it. */
  onApproach: () => void
  children: ReactNode
}

/** A button of the sidebar with a popover, whose content is rendered while it is open. */
export function SidebarPopover(props: SidebarPopoverProps) {
  const { id, label, title, button, buttonClass, popoverClass, onApproach, children } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={clsx(classes.button, buttonClass)}
        popoverTarget={id}
        title={title}
        onPointerEnter={onApproach}
      >
        {button}
      </button>
      <section
        id={id}
        popover="auto"
        className={clsx(classes.popover, popoverClass)}
        aria-label={label}
        onToggle={event => setIsOpen(event.newState === 'open')}
      >
        {isOpen && <Suspense>{children}</Suspense>}
      </section>
    </>
  )
}
