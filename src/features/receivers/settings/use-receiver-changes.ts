import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReceiverSetting } from '../../../../contract/receiver.ts'
import { receiverSettingsQuery, removeReceiver, setReceiver } from '../queries/receivers-query.ts'

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
    // A request whose answer was lost may have succeeded.
    onError: () => void queryClient.invalidateQueries(receiverSettingsQuery),
  })
}

export function useRemoveReceiver() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tracking_number }: ReceiverSetting) => removeReceiver(tracking_number),
    onSuccess: (_nothing, { tracking_number }) =>
      remember(queryClient, settings => settings.filter(isOther(tracking_number))),
    onError: () => void queryClient.invalidateQueries(receiverSettingsQuery),
  })
}

/** Shows the server's answer until the whole list has been loaded again. */
async function remember(
  queryClient: QueryClient,
  change: (settings: ReceiverSetting[]) => ReceiverSetting[],
): Promise<void> {
  await queryClient.cancelQueries(receiverSettingsQuery)
  queryClient.setQueryData(receiverSettingsQuery.queryKey, settings =>
    settings === undefined
      ? undefined
      : change(settings).toSorted((one, other) =>
          one.tracking_number < other.tracking_number ? -1 : 1,
        ),
  )
  void queryClient.invalidateQueries(receiverSettingsQuery)
}

function isOther(trackingNumber: string) {
  return (setting: ReceiverSetting) => setting.tracking_number !== trackingNumber
}
