import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { PHONE_NUMBER } from '../../../../contract/blocklist.ts'

type BlockCallerLinkProps = {
  callerNumber: string | null | undefined
  /** The company of the call. Without a reference, the person chooses the company in the form. */
  company: { name: string; reference?: unknown } | null | undefined
  className?: string | undefined
  /** For those who can't see it, and for the pointer; where the children are no words. */
  label?: string
  children: ReactNode
}

/**
 * Leads to the form that blocks numbers, with the caller and the company of the call in it. Not the
 * router's own link, which a list of a hundred rows would feel.
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
