import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { blockedEntitiesOf } from '../blocklist/records/blocked-entities.ts'
import { blocklistQuery, companiesQuery } from '../blocklist/records/queries.ts'
import {
  CardFailure,
  CardLoading,
  CardNote,
  OverviewCard,
} from '../overview/card/overview-card.tsx'

const NAMED = 3

/** The numbers whose calls to a company are rejected, apart from those of its groups and its partner. */
export function BlockedNumbers({ name }: { name: string }) {
  const query = useQuery({ ...blocklistQuery, select: blockedEntitiesOf })
  const { data: companies = [] } = useQuery(companiesQuery)
  const blocked = query.data?.company.find(one => one.name === name)
  const entity = blocked ?? companies.find(one => one.name === name)
  const numbers = blocked?.numbers ?? []
  const shown = numbers.slice(0, NAMED).map(formatPhoneNumber)
  return (
    <OverviewCard
      title="Blocked numbers"
      isShort
      action={
        entity && (
          <Link to="/blocklist" search={{ entity: entity.reference }}>
            Blocklist
          </Link>
        )
      }
    >
      {query.isError && <CardFailure query={query} />}
      {query.isPending && <CardLoading label="Loading the blocklist…" rows={0} />}
      {query.data && (
        <CardNote>
          {numbers.length === 0
            ? 'No number is blocked for this company alone.'
            : `${formatCount(numbers.length, 'number', 'numbers')}: ${shown.join(', ')}${numbers.length > NAMED ? ', …' : ''}`}
        </CardNote>
      )}
    </OverviewCard>
  )
}
