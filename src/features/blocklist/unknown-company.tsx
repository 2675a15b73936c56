import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Receiver } from '../../../contract/receiver.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import { companiesQuery } from './records/queries.ts'

/**
 * The companies that Redial knows; undefined until they are loaded.
 *
 * @param receivers undefined until they are loaded
 */
export function useCompanyNames(
  receivers: Pick<Receiver, 'companies'>[] | undefined,
): ReadonlySet<string> | undefined {
  const companies = useQuery(companiesQuery)
  if (companies.isPending || receivers === undefined) return undefined
  return new Set([
    ...(companies.data ?? []).map(company => company.name),
    ...receivers.flatMap(receiver => receiver.companies),
  ])
}

type UnknownCompanyProps = { name: string; names: ReadonlySet<string> }

export function UnknownCompany({ name, names }: UnknownCompanyProps) {
  const same = [...names].find(other => other.toLowerCase() === name.toLowerCase())
  return (
    <EmptyState
      title="Redial knows no company with this name"
      message="No event of these days and no receiver has it. Check the spelling, or choose other days."
    >
      {same !== undefined && (
        <Link to="/companies/$name" params={{ name: same }} translate="no">
          {same}
        </Link>
      )}
    </EmptyState>
  )
}
