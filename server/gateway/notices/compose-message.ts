import * as z from 'zod/mini'
import type { NoticeKind } from '../../../contract/notices/notice.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import type { Times } from '../../../contract/time/times-in.ts'
import { type Description, describeNotice, type StoredNotice } from './describe-notice.ts'

/** A message as it is stored and sent, so that a second try sends the same. */
export const MessageContent = z.object({
  text: z.string(),
  html: z.string(),
  /** The body for an incoming webhook of Slack or a compatible program. */
  slack: z.string(),
  /** The link that ends these messages without a sign-in; null for a message that a person asked for. */
  unsubscribe: z.nullable(z.string()),
})
export type MessageContent = z.infer<typeof MessageContent>

export type Composed = { subject: string; content: MessageContent }

type Reader = {
  /** Where links begin; null for a failure contact, who gets none. */
  origin: string | null
  unsubscribe: string | null
  times: Times
  /** Whether these are all that happened since the last daily message. */
  isDigest: boolean
}

/** So many notices have their details. The others are one line each, and beyond that they are counted. */
const MAX_DETAILED = 5
const MAX_LISTED = 50

/** One message about everything that a person has to know now. */
export function composeNotices(notices: StoredNotice[], reader: Reader): Composed {
  const described = notices.map(notice => describeNotice(notice, reader.times))
  const listed = described.slice(MAX_DETAILED, MAX_LISTED)
  const sections: Section[] = described
    .slice(0, MAX_DETAILED)
    .map(one => sectionOf(one, reader.origin))
  if (listed.length > 0) {
    const more = described.length - MAX_LISTED
    const items = listed.map(({ title }) => title)
    if (more > 0) items.push(`and ${formatNumber(more)} more`)
    sections.push({ title: 'Also', lines: [], lists: [{ heading: null, items }], link: null })
  }
  return compose(subjectOf(notices, described, reader.isDigest), sections, reader)
}

/** What "Send a test" sends. */
export function composeTest(reader: Omit<Reader, 'isDigest'>): Composed {
  const lines = ['This is a test. Notices of Redial arrive here.']
  const section = { title: 'It works', lines, lists: [], link: linkTo('/settings', reader.origin) }
  return compose('Redial: a test', [section], reader)
}

/** Asks a failure contact whether the address is right, and says what will come. */
export function composeConfirmation(
  { company, who, link }: { company: string; who: string; link: string },
  reader: Omit<Reader, 'isDigest'>,
): Composed {
  const asked = who === '' ? 'Somebody' : shownText(who)
  const section: Section = {
    title: 'Please confirm your address',
    lines: [
      `${asked} would like you to be told when data of ${shownText(company)} can’t be delivered to your system.`,
      'If you agree, confirm your address within seven days. Otherwise ignore this message, and no other one will come.',
    ],
    lists: [],
    link: { url: link, label: 'Confirm the address' },
  }
  return compose('Please confirm your address', [section], reader)
}

type Section = {
  title: string
  lines: string[]
  lists: { heading: string | null; items: string[] }[]
  link: { url: string; label: string } | null
  /** Shown as it is. */
  verbatim?: string | null
}

function sectionOf(
  { title, lines, events, operatorText, link }: Description,
  origin: string | null,
) {
  return {
    title,
    lines,
    lists: events.length === 0 ? [] : [{ heading: 'The first events', items: events }],
    link: linkTo(link, origin),
    verbatim: operatorText,
  }
}

function linkTo(path: string | null, origin: string | null): Section['link'] {
  return path === null || origin === null
    ? null
    : { url: `${origin}${path}`, label: 'Open in Redial' }
}

/** "2 receivers are failing, 1 has recovered" */
const COUNTED: Partial<Record<NoticeKind, (count: number) => string>> = {
  failing: count => `${formatCount(count, 'receiver is', 'receivers are')} failing`,
  still_failing: count => `${formatCount(count, 'receiver is', 'receivers are')} still failing`,
  recovered: count => `${formatCount(count, 'receiver has', 'receivers have')} recovered`,
  certificate: count => `${formatCount(count, 'certificate expires', 'certificates expire')} soon`,
  run_finished: count => `${formatCount(count, 'replay has', 'replays have')} finished`,
  run_paused: count => `${formatCount(count, 'replay is', 'replays are')} paused`,
}

function subjectOf(notices: StoredNotice[], [first]: Description[], isDigest: boolean): string {
  const kinds = [...Map.groupBy(notices, ({ kind }) => kind)]
  const parts = kinds.map(([kind, { length }]) => COUNTED[kind]?.(length))
  const known = parts.filter(part => part !== undefined)
  const others = parts.length - known.length
  const summary =
    notices.length === 1 || known.length === 0
      ? `${first?.title ?? ''}${notices.length > 1 ? ` and ${formatCount(notices.length - 1, 'other notice', 'other notices')}` : ''}`
      : [
          ...known,
          ...(others > 0 ? [formatCount(others, 'other notice', 'other notices')] : []),
        ].join(', ')
  return `Redial${isDigest ? ' today' : ''}: ${summary}`
}

const MAX_SUBJECT = 200

function compose(
  subject: string,
  sections: Section[],
  { unsubscribe }: Pick<Reader, 'unsubscribe'>,
): Composed {
  return {
    // A header has one line, whatever a receiver is called.
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, MAX_SUBJECT),
    content: {
      text: [
        ...sections.map(asText),
        ...(unsubscribe ? [`-- \n${STOP}: ${unsubscribe}`] : []),
      ].join('\n\n\n'),
      html: asHtml(subject, sections, unsubscribe),
      slack: asSlack(sections),
      unsubscribe,
    },
  }
}

const STOP = 'Stop these messages'
const FOR_OPERATOR = 'What you can send to the operator'

function asText({ title, lines, lists, link, verbatim }: Section): string {
  return [
    title,
    ...lines,
    ...lists.map(({ heading, items }) =>
      [...(heading === null ? [] : [`${heading}:`]), ...items.map(item => `- ${item}`)].join('\n'),
    ),
    ...(link === null ? [] : [`${link.label}: ${link.url}`]),
    ...(verbatim ? [`${FOR_OPERATOR}:\n\n${verbatim.replaceAll(/^/gm, '  ')}`] : []),
  ].join('\n\n')
}

/** Readable in light and dark: programs invert what sets no colour, and follow `color-scheme`. */
function asHtml(subject: string, sections: Section[], unsubscribe: string | null): string {
  const body = sections.map(({ title, lines, lists, link, verbatim }) =>
    [
      `<h2 style="font-size:17px;margin:28px 0 8px">${escapeHtml(title)}</h2>`,
      ...lines.map(line => `<p style="margin:0 0 10px">${escapeHtml(line)}</p>`),
      ...lists.map(
        ({ heading, items }) =>
          `${heading === null ? '' : `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(heading)}</p>`}<ul style="margin:0 0 12px;padding-left:20px">${items.map(item => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`,
      ),
      link === null
        ? ''
        : `<p style="margin:0 0 12px"><a href="${escapeHtml(link.url)}" style="font-weight:600">${link.label}</a></p>`,
      verbatim
        ? `<p style="margin:0 0 4px;font-weight:600">${FOR_OPERATOR}</p><pre style="white-space:pre-wrap;font:13px/1.5 monospace;border-left:3px solid #8a8f98;margin:0;padding:2px 0 2px 12px">${escapeHtml(verbatim)}</pre>`
        : '',
    ].join('\n'),
  )
  const stop = unsubscribe
    ? `<p style="margin:32px 0 0;font-size:13px"><a href="${escapeHtml(unsubscribe)}">${STOP}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){a{color:#8ab4f8}}</style></head>
<body style="font:15px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:8px 20px 32px">
${body.join('\n')}
${stop}
</body></html>`
}

const HTML: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => HTML[sign] ?? sign)
}

/** Slack reads &, < and > as markup, such as <!channel>. Other formatting is switched off. */
function asSlack(sections: Section[]): string {
  const blocks = sections.map(({ title, lines, lists, link }) =>
    [
      title,
      ...lines,
      ...lists.flatMap(({ items }) => items.map(item => `• ${item}`)),
      ...(link === null ? [] : [link.url]),
    ]
      .map(line => line.replaceAll(/[&<>]/g, sign => HTML[sign] ?? sign))
      .join('\n'),
  )
  return JSON.stringify({ text: blocks.join('\n\n').slice(0, MAX_SLACK), mrkdwn: false })
}

/** Slack cuts longer texts. */
const MAX_SLACK = 12_000
