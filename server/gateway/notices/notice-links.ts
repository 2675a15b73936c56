import * as z from 'zod/mini'
import type { Seals } from '../session/seals.ts'

export const NOTICE_LINK_PATH = '/gateway/notice-links'

/** What a link in a message does. The address is part of it, so it ends when the address changes. */
export const NoticeLink = z.discriminatedUnion('action', [
  z.object({ action: z.literal('unsubscribe'), id: z.uuid() }),
  z.object({ action: z.literal('confirm'), id: z.uuid(), email: z.string(), until: z.string() }),
])
export type NoticeLink = z.infer<typeof NoticeLink>

const PURPOSE = { purpose: 'notice link', salt: 'notice link' } as const
const CONFIRM_MS = 7 * 24 * 60 * 60_000

/** Links in messages, which need no sign-in: encrypted with SESSION_SECRET, so that nobody can write another one. */
export class NoticeLinks {
  readonly #seals: Seals

  constructor(seals: Seals) {
    this.#seals = seals
  }

  unsubscribe(origin: string, id: string): string {
    return this.#link(origin, { action: 'unsubscribe', id })
  }

  confirm(origin: string, id: string, email: string, now: Date): string {
    const until = new Date(now.getTime() + CONFIRM_MS).toISOString()
    return this.#link(origin, { action: 'confirm', id, email, until })
  }

  #link(origin: string, link: NoticeLink): string {
    const code = this.#seals.seal(JSON.stringify(link), PURPOSE).toString('base64url')
    return `${origin}${NOTICE_LINK_PATH}?code=${code}`
  }

  /** @returns null if nobody here has written it, or if it is too old */
  read(code: string, now: Date): NoticeLink | null {
    const text = this.#seals.open(Buffer.from(code, 'base64url'), PURPOSE)?.text
    const link = text === undefined ? null : NoticeLink.parse(JSON.parse(text))
    return link?.action === 'confirm' && Date.parse(link.until) < now.getTime() ? null : link
  }
}
