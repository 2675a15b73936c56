import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { PHONE_NUMBER } from '../../../../contract/blocklist.ts'

type BlockCallerLinkProps = {
  callerNumber: string | null | undefined
  /** The company of the call. Without a reference, the person chooses the company in the form. */
  company: { name: string; reference?: unknown } | null | undefined
  className?: string | undefined
  /** Accessible name and tooltip if the children contain no text. */
  label?: string
  children: ReactNode
}

/**
 * Opens the form that blocks numbers, filled with the caller and the company of the call. It is a
 * plain `<a>`, because the router's Link is too slow for 100 rows.
 */
export function BlockCallerLink(props: BlockCallerLinkProps) {
  const { callerNumber, company, className, label, children } = props
  const router = useRouter()
  const number = callerNumber ?? ''
  if (!PHONE_NUMBER.test(number)) return null
  const entity = typeof company?.reference === 'string' ? company.reference : undefined
  const search = new URLSearchParams({ context: 'company', add: 'true', block: number })
  if (entity !== undefined) search.set('entity', entity)
  const onClick = (click: MouseEvent) => {
    if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return
    click.preventDefault()
    void router.navigate({
      to: '/blocklist',
      search: { context: 'company', entity, add: 'true', block: number },
    })
  }
  return (
    <a
      href={`/blocklist?${search}`}
      className={className}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </a>
  )
}
