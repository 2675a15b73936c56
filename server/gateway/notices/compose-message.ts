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

/** So many notices have their details. The others are one line each, and beyond that they are counted. */
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
  const described = notices.map(notice => describeNotice(notice, reader.times))
  const listed = described.slice(MAX_DETAILED, MAX_LISTED).map(({ title }) => title)
  const more = described.length - MAX_LISTED
  const sections: Section[] = described
    .slice(0, MAX_DETAILED)
    .map(({ title, lines, events, operatorText, link }) => ({
      title,
      lines: events.length === 0 ? lines : [...lines, 'The first events:'],
      items: events,
      link: linkTo(link, reader.origin),
      verbatim: operatorText,
    }))
  if (listed.length > 0) {
    const items = more > 0 ? [...listed, `and ${formatNumber(more)} more`] : listed
    sections.push({ title: WORDS[language].also, lines: [], items, link: null, verbatim: null })
  }
  return compose(subjectOf(notices, described, isDigest), sections, reader, language)
}

/** What "Send a test" sends. */
export function composeTest(reader: Reader): Composed {
  const lines = ['This is a test. Notices of Redial arrive here.']
  const link = linkTo('/settings', reader.origin)
  const section = { title: 'It works', lines, items: [], link, verbatim: null }
  return compose('Redial: a test', [section], reader)
}

/** Lets a failure contact confirm the address, and says what will come. */
export function composeConfirmation(
  { company, who, link }: { company: string; who: string; link: string },
  reader: Reader,
): Composed {
  const title = 'Please confirm your address'
  const lines = [
    `${who === '' ? 'Somebody' : shownText(who)} would like Redial to write to you when data of ${shownText(company)} can’t be delivered to your system.`,
    'If you agree, confirm your address within seven days. Otherwise ignore this message, and no other one will come.',
  ]
  const section = { title, lines, items: [], verbatim: null }
  const button = { url: link, label: 'Confirm the address' }
  return compose(title, [{ ...section, link: button }], reader)
}

type Section = {
  title: string
  lines: string[]
  items: string[]
  link: { url: string; label: string } | null
  /** The text for the operator, shown as it is. */
  verbatim: string | null
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
  subject: string,
  sections: Section[],
  { unsubscribe }: Pick<Reader, 'unsubscribe'>,
  language: Language = 'en',
): Composed {
  const { stop } = WORDS[language]
  const texts = sections.map(section => asText(section, language))
  return {
    // A header has one line, whatever a receiver is called.
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, MAX_SUBJECT),
    content: {
      text: [...texts, ...(unsubscribe ? [`-- \n${stop}: ${unsubscribe}`] : [])].join('\n\n\n'),
      html: asHtml(subject, sections, unsubscribe, language),
      slack: asSlack(sections),
      unsubscribe,
    },
  }
}

function asText({ title, lines, items, link, verbatim }: Section, language: Language): string {
  return [
    title,
    ...lines,
    ...(items.length === 0 ? [] : [items.map(item => `- ${item}`).join('\n')]),
    ...(link === null ? [] : [`${link.label}: ${link.url}`]),
    ...(verbatim ? [`${WORDS[language].forOperator}:\n\n${verbatim.replaceAll(/^/gm, '  ')}`] : []),
  ].join('\n\n')
}

/** Readable in light and dark: programs invert what sets no colour, and follow `color-scheme`. */
function asHtml(
  subject: string,
  sections: Section[],
  unsubscribe: string | null,
  language: Language,
): string {
  const { forOperator, stop } = WORDS[language]
  const body = sections.flatMap(({ title, lines, items, link, verbatim }) => [
    `<h2 style="font-size:17px;line-height:1.35;margin:28px 0 8px">${escapeHtml(title)}</h2>`,
    ...lines.map(
      line => `<p style="margin:0 0 10px">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`,
    ),
    ...(items.length === 0
      ? []
      : [
          `<ul style="margin:0 0 12px;padding-left:20px">${items.map(item => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`,
        ]),
    ...(link === null
      ? []
      : [
          `<p style="margin:0 0 12px"><a href="${escapeHtml(link.url)}" style="font-weight:600">${link.label}</a></p>`,
        ]),
    ...(verbatim
      ? [
          `<p style="margin:16px 0 4px;font-weight:600">${forOperator}</p>`,
          `<pre style="white-space:pre-wrap;font:13px/1.5 monospace;border-left:3px solid #8a8f98;margin:0;padding:2px 0 2px 12px">${escapeHtml(verbatim)}</pre>`,
        ]
      : []),
  ])
  if (unsubscribe) {
    body.push(
      `<p style="margin:32px 0 0;font-size:13px"><a href="${escapeHtml(unsubscribe)}">${stop}</a></p>`,
    )
  }
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){a{color:#8ab4f8}}</style></head>
<body style="font:15px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:8px 20px 32px">
${body.join('\n')}
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
  // Slack cuts long texts, so only a single notice has room for the operator's.
  const texts = sections.map(one =>
    asText(sections.length === 1 ? one : { ...one, verbatim: null }, 'en'),
  )
  const text = texts.join('\n\n\n').replaceAll(/[&<>]/g, sign => HTML[sign] ?? sign)
  return JSON.stringify({ text: text.slice(0, MAX_SLACK), mrkdwn: false })
}

const MAX_SLACK = 12_000
