import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A change of what a query loads, which is loaded again afterwards. Also after a failure: a request whose answer was
 * lost may have succeeded.
 */
export function useChange<Answer, Change = void>(
  send: (change: Change) => Promise<Answer>,
  { queryKey }: { queryKey: QueryKey },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
