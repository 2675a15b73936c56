import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PHONE_NUMBER } from '../../../contract/blocklist.ts'
import type { BlocklistSearch } from './blocklist-search.ts'

type BlockCallerLinkProps = {
  callerNumber: string | null | undefined
  company: CompanyOfCall
  className?: string | undefined
  children: ReactNode
}

/** Opens the form that blocks numbers, filled with the caller and the company of the call. */
export function BlockCallerLink(props: BlockCallerLinkProps) {
  const search = blockCallerSearch(props.callerNumber, props.company)
  if (search === null) return null
  return (
    <Link to="/blocklist" search={search} preload={false} className={props.className}>
      {props.children}
    </Link>
  )
}

/** The company of a call. Without a reference, the person chooses the company in the form. */
type CompanyOfCall = { name: string; reference?: unknown } | null | undefined

/**
 * The search parameters of the form that blocks numbers, filled with the caller and the company of a
 * call; null for a caller without a number.
 */
export function blockCallerSearch(
  callerNumber: string | null | undefined,
  company: CompanyOfCall,
): BlocklistSearch | null {
  const block = callerNumber ?? ''
  if (!PHONE_NUMBER.test(block)) return null
  const entity = typeof company?.reference === 'string' ? company.reference : undefined
  return { context: 'company', entity, add: 'true', block }
}
