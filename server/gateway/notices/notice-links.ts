import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../database/schema.ts'
import type { Seals } from '../session/seals.ts'
import { escapeHtml, htmlPage } from './compose-message.ts'

const NOTICE_LINK_PATH = '/gateway/notice-links'

/** What a link in a message does. The address is part of it, so it ends when the address changes. */
const NoticeLink = z.discriminatedUnion('action', [
  z.object({ action: z.literal('unsubscribe'), id: z.uuid() }),
  z.object({ action: z.literal('confirm'), id: z.uuid(), email: z.string(), until: z.string() }),
])
type NoticeLink = z.infer<typeof NoticeLink>

const SEAL = { purpose: 'notice link', salt: 'notice link' } as const

/** A link that needs no sign-in: encrypted with SESSION_SECRET, so that nobody can forge one. */
export function noticeLink(seals: Seals, origin: string, link: NoticeLink): string {
  const code = seals.seal(JSON.stringify(link), SEAL).toString('base64url')
  return `${origin}${NOTICE_LINK_PATH}?code=${code}`
}

type LinkRoutesOptions = {
  db: Kysely<Schema>
  seals: Seals
  today: () => Date
}

const Query = z.object({ code: z.string().max(2_000).default('') })

const MAX_PER_MINUTE = 30
const MAX_BODY_BYTES = 1024

const TEXTS: Record<
  NoticeLink['action'],
  { title: string; text: string; button: string; done: string }
> = {
  unsubscribe: {
    title: 'Stop these messages',
    text: 'Redial will send nothing more to this address.',
    button: 'Stop these messages',
    done: 'Redial sends nothing more to this address.',
  },
  confirm: {
    title: 'Confirm your address',
    text: 'Redial will tell you when your company’s data can’t be delivered to your system.',
    button: 'Confirm the address',
    done: 'Your address is confirmed. You can stop the messages with the link in each of them.',
  },
}

const OLD = {
  title: 'This link no longer works',
  text: 'It is too old, or the address has been changed or removed since.',
}

/** The links in messages, without a sign-in. Programs that look at links only GET, which changes nothing. */
export const linkRoutes: FastifyPluginAsync<LinkRoutesOptions> = async (
  app,
  { db, seals, today },
) => {
  await app.register(rateLimit, { max: MAX_PER_MINUTE, timeWindow: 60_000 })
  // One-Click (RFC 8058) and forms send a body that says nothing new.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, async () => null)

  app.get(NOTICE_LINK_PATH, async (request, reply) => {
    const link = await linkOf(request)
    if (link === null) return sendPage(reply.code(404), OLD)
    return sendPage(reply, TEXTS[link.action])
  })

  app.post(NOTICE_LINK_PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const link = await linkOf(request)
    if (link === null) return sendPage(reply.code(404), OLD)
    await db
      .updateTable('notice_recipient')
      .set(link.action === 'confirm' ? { confirmed_at: today() } : { unsubscribed_at: today() })
      .where('id', '=', link.id)
      .execute()
    const { title, done } = TEXTS[link.action]
    return sendPage(reply, { title, text: done })
  })

  /** @returns null if Redial did not make the link, or if it is no longer valid */
  async function linkOf(request: FastifyRequest): Promise<NoticeLink | null> {
    const code = Query.safeParse(request.query).data?.code ?? ''
    const sealed = seals.open(Buffer.from(code, 'base64url'), SEAL)
    const link = sealed && NoticeLink.parse(JSON.parse(sealed.text))
    const isOver = link?.action === 'confirm' && Date.parse(link.until) < today().getTime()
    if (!link || isOver) return null
    const recipient = await db
      .selectFrom('notice_recipient')
      .select('email')
      .where('id', '=', link.id)
      .executeTakeFirst()
    const isCurrent = link.action === 'unsubscribe' || recipient?.email === link.email
    return recipient !== undefined && isCurrent ? link : null
  }
}

function sendPage(
  reply: FastifyReply,
  { title, text, button }: { title: string; text: string; button?: string },
): FastifyReply {
  const form = button
    ? `<form method="post"><button style="font:inherit;padding:8px 16px">${escapeHtml(button)}</button></form>`
    : ''
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(htmlPage(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}`))
}

/** A page without scripts and images. Its form goes back to the same address, with the code. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
