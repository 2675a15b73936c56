import * as z from 'zod/mini'
import type { Language } from '../../../contract/follow-up.ts'
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
  /** The link that ends these messages without a sign-in; null for a message that a person requested. */
  unsubscribe: z.nullable(z.string()),
})
export type MessageContent = z.infer<typeof MessageContent>

export type Composed = { subject: string; content: MessageContent }

type Reader = {
  /** Where links begin; null for a failure contact, who gets none. */
  origin: string | null
  unsubscribe: string | null
  times: Times
}

/** How many notices are shown with details. The next ones are one line each, and the rest are only counted. */
export const MAX_DETAILED = 5
const MAX_LISTED = 50

/**
 * One message about everything that a person has to know now.
 *
 * @param isDigest whether these are all that happened since the last daily message
 */
export function composeNotices(
  notices: StoredNotice[],
  reader: Reader,
  isDigest: boolean,
): Composed {
  const language = notices.find(({ facts }) => facts.message)?.facts.message?.language ?? 'en'
  const { also, forOperator } = WORDS[language]
  const described = notices.map(notice => describeNotice(notice, reader.times))
  const sections = described
    .slice(0, MAX_DETAILED)
    .map(({ title, lines, firstEvents, operatorText, link }): Part[] => [
      title,
      ...lines,
      ...(firstEvents === null ? [] : [firstEvents]),
      ...linkTo(link, reader),
      ...(operatorText === null ? [] : [`${forOperator}:`, operatorText.replaceAll(/^/gm, INDENT)]),
    ])
  const listed = described.slice(MAX_DETAILED, MAX_LISTED).map(({ title }) => title)
  const more = described.length - MAX_LISTED
  if (more > 0) listed.push(`and ${formatNumber(more)} more`)
  if (listed.length > 0) sections.push([also, listed.map(title => `- ${title}`).join('\n')])
  return compose(subjectOf(notices, described, isDigest), sections, reader, language)
}

export function composeTest(reader: Reader): Composed {
  const text = 'This is a test. Notices from Redial arrive here.'
  return compose('Redial: a test', [['It works', text, ...linkTo('/settings', reader)]], reader)
}

/** Lets a failure contact confirm the address, and says what will come. */
export function composeConfirmation(
  { company, who, link }: { company: string; who: string; link: string },
  reader: Reader,
): Composed {
  const title = 'Please confirm your address'
  const parts = [
    title,
    `${who === '' ? 'Somebody' : shownText(who)} would like Redial to write to you when data for ${shownText(company)} can’t be delivered to your system.`,
    'If you agree, confirm your address within seven days. Otherwise ignore this message, and you will get no others.',
    { url: link, label: 'Confirm the address' },
  ]
  return compose(title, [parts], reader)
}

/** A paragraph or a link of our own. The first part of a section is its title, and an indented one is a quotation. */
type Part = string | { url: string; label: string }

const INDENT = '  '

function linkTo(path: string | null, { origin }: Reader): Part[] {
  return path === null || origin === null
    ? []
    : [{ url: `${origin}${path}`, label: 'Open in Redial' }]
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
  const counts = kinds.flatMap(([kind, { length }]) => COUNTED[kind]?.(length) ?? [])
  const isCounted = notices.length > 1 && counts.length > 0
  const parts = isCounted ? counts : [first?.title ?? '']
  const listed = isCounted ? notices.filter(({ kind }) => COUNTED[kind]).length : 1
  const others = notices.length - listed
  if (others > 0) parts.push(formatCount(others, 'other notice', 'other notices'))
  return `Redial${isDigest ? ' today' : ''}: ${parts.join(', ')}`
}

const MAX_SUBJECT = 200

const WORDS: Record<Language, Record<'also' | 'forOperator' | 'stop', string>> = {
  en: {
    also: 'Also',
    forOperator: 'What you can send to the operator',
    stop: 'Stop these messages',
  },
  af: {
    also: 'Ook',
    forOperator: 'Wat u aan die operateur kan stuur',
    stop: 'Stop hierdie boodskappe',
  },
}

function compose(
  title: string,
  sections: Part[][],
  { unsubscribe }: Pick<Reader, 'unsubscribe'>,
  language: Language = 'en',
): Composed {
  // A header has one line, whatever a receiver is called. PostgreSQL takes no half of a character.
  const subject = title.replaceAll(/\s+/g, ' ').slice(0, MAX_SUBJECT).toWellFormed()
  const text = sections.map(asText).join('\n\n\n')
  const { stop, forOperator } = WORDS[language]
  // Slack cuts long texts, so only a single notice has room for the operator's text.
  const isBrief = (part: Part) =>
    typeof part !== 'string' || !(part.startsWith(INDENT) || part === `${forOperator}:`)
  const brief = sections.length === 1 ? sections : sections.map(parts => parts.filter(isBrief))
  const foot: Part[] = unsubscribe === null ? [] : [{ url: unsubscribe, label: stop }]
  const html = [
    ...sections.map(asHtml),
    `<div style="margin-top:28px;font-size:13px">${foot.map(partAsHtml).join('')}</div>`,
  ].join('\n')
  return {
    subject,
    content: {
      text: foot.length === 0 ? text : `${text}\n\n\n-- \n${asText(foot)}`,
      html: htmlPage(subject, html, language),
      slack: asSlack(brief.map(asText).join('\n\n\n')),
      unsubscribe,
    },
  }
}

function asText(parts: Part[]): string {
  return parts
    .map(part => (typeof part === 'string' ? part : `${part.label}: ${part.url}`))
    .join('\n\n')
}

function asHtml([title, ...parts]: Part[]): string {
  const heading = typeof title === 'string' ? title : ''
  const h1 = `<h1 style="font-size:17px;line-height:1.35;margin:28px 0 8px">${escapeHtml(heading)}</h1>`
  return [h1, ...parts.map(partAsHtml)].join('\n')
}

function partAsHtml(part: Part): string {
  if (typeof part !== 'string') {
    return `<p style="margin:0 0 12px"><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`
  }
  const style = part.startsWith(INDENT)
    ? 'margin:0;padding:2px 0 2px 12px;border-left:3px solid #8a8f98'
    : 'margin:0 0 10px'
  // If a paragraph has several lines, the first is a heading, unless it states a fact after a colon.
  const html = escapeHtml(part)
    .replaceAll(/^ +/gm, '')
    .replaceAll(/(?<=^|\n\n)[^:\n]+(?=\n[^\n])/g, '<strong>$&</strong>')
    .replaceAll('\n', '<br>')
  return `<div style="${style}">${html}</div>`
}

/** Readable in light and dark: programs invert what sets no colour, and follow `color-scheme`. */
export function htmlPage(title: string, body: string, language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){a{color:#8ab4f8}}</style></head>
<body style="font:15px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:8px 20px 32px"><main>
${body}
</main></body></html>`
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
function asSlack(text: string): string {
  const escaped = text.replaceAll(/[&<>]/g, sign => HTML[sign] ?? sign)
  return JSON.stringify({ text: escaped.slice(0, MAX_SLACK), mrkdwn: false })
}

const MAX_SLACK = 12_000
