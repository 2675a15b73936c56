import * as z from 'zod/mini'
import type { Seals } from '../session/seals.ts'

export const NOTICE_LINK_PATH = '/gateway/notice-links'

/** What a link in a message does. The address is part of it, so it ends when the address changes. */
const NoticeLink = z.discriminatedUnion('action', [
  z.object({ action: z.literal('unsubscribe'), id: z.uuid() }),
  z.object({ action: z.literal('confirm'), id: z.uuid(), email: z.string(), until: z.string() }),
])
export type NoticeLink = z.infer<typeof NoticeLink>

const SEAL = { purpose: 'notice link', salt: 'notice link' } as const

/** A link that needs no sign-in: encrypted with SESSION_SECRET, so that nobody can write another one. */
export function noticeLink(seals: Seals, origin: string, link: NoticeLink): string {
  const code = seals.seal(JSON.stringify(link), SEAL).toString('base64url')
  return `${origin}${NOTICE_LINK_PATH}?code=${code}`
}

/** @returns null if nobody here has written it, or if it is too old */
export function readNoticeLink(seals: Seals, code: string, now: Date): NoticeLink | null {
  const text = seals.open(Buffer.from(code, 'base64url'), SEAL)?.text
  const link = text === undefined ? null : NoticeLink.parse(JSON.parse(text))
  return link?.action === 'confirm' && Date.parse(link.until) < now.getTime() ? null : link
}
