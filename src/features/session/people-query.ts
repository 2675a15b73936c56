import { queryOptions } from '@tanstack/react-query'
import { ActivityPeople } from '../../../contract/session.ts'
import { request } from '../../api/request.ts'

/** The names of the people who have used Redial on this account. */
export const peopleQuery = queryOptions({
  queryKey: ['activity-people'],
  staleTime: 0,
  queryFn: ({ signal }) => request(ActivityPeople, '/gateway/activity/people', { signal }),
})
