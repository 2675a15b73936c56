import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { blockCallerSearch, type CompanyOfCall } from './block-caller-search.ts'

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
