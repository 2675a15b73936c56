import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReceiverSetting } from '../../../../contract/receiver.ts'
import { ApiError } from '../../../api/api-error.ts'
import { receiversQuery, removeReceiver, setReceiver } from '../queries/receivers-query.ts'

/** Sets where a tracking number's events go, or changes it. */
export function useSetReceiver() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tracking_number, url }: Pick<ReceiverSetting, 'tracking_number' | 'url'>) =>
      setReceiver(tracking_number, url),
    onSuccess: setting =>
      remember(queryClient, settings => [
        ...settings.filter(isOther(setting.tracking_number)),
        setting,
      ]),
    // An answer that was lost on its way may have been a success.
    onError: () => void queryClient.invalidateQueries(receiversQuery),
  })
}

/** Removes the receiver of a tracking number; one that is gone already is removed, too. */
export function useRemoveReceiver() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ tracking_number }: ReceiverSetting) => {
      try {
        await removeReceiver(tracking_number)
      } catch (error) {
        if (!(error instanceof ApiError && error.kind === 'not-found')) throw error
      }
    },
    onSuccess: (_nothing, { tracking_number }) =>
      remember(queryClient, settings => settings.filter(isOther(tracking_number))),
    onError: () => void queryClient.invalidateQueries(receiversQuery),
  })
}

/** What the server has just said, until the whole list has been read again. */
async function remember(
  queryClient: QueryClient,
  change: (settings: ReceiverSetting[]) => ReceiverSetting[],
): Promise<void> {
  await queryClient.cancelQueries(receiversQuery)
  queryClient.setQueryData(receiversQuery.queryKey, settings =>
    settings === undefined
      ? undefined
      : change(settings).toSorted((one, other) =>
          one.tracking_number < other.tracking_number ? -1 : 1,
        ),
  )
  void queryClient.invalidateQueries(receiversQuery)
}

function isOther(trackingNumber: string) {
  return (setting: ReceiverSetting) => setting.tracking_number !== trackingNumber
}
