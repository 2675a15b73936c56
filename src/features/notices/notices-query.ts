import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  NOTICES_PATH,
  type NoticeChange,
  NoticeSettings,
  Notices,
} from '../../../contract/notices/notice.ts'
import { request } from '../../api/request.ts'
import { afterPaint } from '../../ui/after-paint.ts'

const RELOAD_EVERY_MS = 60_000
/** While a message is on its way, a person waits for what comes of it. */
const SOON_MS = 2_000

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  refetchInterval: RELOAD_EVERY_MS,
  queryFn: async ({ signal }) => {
    // The page comes first.
    await afterPaint()
    return request(Notices, NOTICES_PATH, { signal })
  },
})

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  staleTime: 0,
  queryFn: ({ signal }) => request(NoticeSettings, `${NOTICES_PATH}/settings`, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.outbox.some(isOnItsWay) ? SOON_MS : RELOAD_EVERY_MS,
})

function isOnItsWay({ state, attempts }: NoticeSettings['outbox'][number]): boolean {
  return state === 'sending' || (state === 'waiting' && attempts === 0)
}

export const setWatch = (is_on: boolean) => send('PUT', 'watch', { is_on })
export const sendTest = () => send('POST', 'test')
export const changeSettings = (change: NoticeChange) => send('PATCH', 'settings', change)
export const sendAgain = (id: string) => send('POST', `messages/${id}`)
export const setContact = (contact: { company: string; email: string }) =>
  send('PUT', 'contacts', contact)
export const removeContact = (id: string) => send('DELETE', `contacts/${id}`)

function send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return request(NoticeSettings, `${NOTICES_PATH}/${path}`, {
    method,
    ...(body !== undefined && { body }),
  })
}

/** A change of the settings, whose answer the page then shows. */
export function useNoticeChange<Variables = void>(
  change: (variables: Variables) => Promise<NoticeSettings>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: settings => client.setQueryData(noticeSettingsQuery.queryKey, settings),
    onSettled: () => client.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  })
}
