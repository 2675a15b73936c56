import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import * as z from 'zod/mini'

export type MailSettings = {
  /** smtp:// or smtps://, with a user name and a password if the server wants them. */
  url: string
  from: string
  /** How long handing a message over may take. Only tests pass their own. */
  deadlineMs?: number
}

export type Mail = {
  id: string
  to: string
  /** Who gets replies; null for the sender. */
  reply_to: string | null
  subject: string
  text: string
  html: string
  unsubscribe: string | null
}

/**
 * What came of handing a message over. "later": the server certainly has not taken it. "unknown": it may have, because
 * its answer got lost.
 */
export type HandedOver = {
  result: 'sent' | 'later' | 'failed' | 'unknown'
  error: string | null
  /** How long the other side wants us to wait. */
  waitS?: number
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
/** A server that says a little now and then would hold up all messages. */
const DEADLINE_MS = 120_000

/**
 * Hands one message to the operator's SMTP server. Whatever happens is a `HandedOver`.
 *
 * @param signal ends it, unless the server may already have the message
 */
export async function sendMail(
  settings: MailSettings,
  mail: Mail,
  signal: AbortSignal,
): Promise<HandedOver> {
  const { hostname, port, protocol, username, password } = new URL(settings.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password is never sent in clear text.
    requireTLS: !secure && username !== '',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  let isHandedOver = false
  const done = new AbortController()
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    const listening = { signal: done.signal }
    const deadline = AbortSignal.timeout(settings.deadlineMs ?? DEADLINE_MS)
    const isLate = () => reject(new Error('The mail server took too long.'))
    deadline.addEventListener('abort', isLate, listening)
    const stop = () => isHandedOver || reject(new Error('Redial stopped.'))
    signal.addEventListener('abort', stop, listening)
  })
  failed.catch(() => {})
  const step = (run: (done: (error?: unknown) => void) => void) =>
    Promise.race([failed, promisify(run)()])
  try {
    const raw = await compose(settings, mail)
    // The server is given the content only after it has taken the addresses.
    const content = new Readable({
      read() {
        isHandedOver = true
        this.push(raw)
        this.push(null)
      },
    })
    await step(done => connection.connect(done))
    if (username !== '') {
      const [user, pass] = [username, password].map(decodeURIComponent)
      await step(done => connection.login({ credentials: { user, pass } }, done))
    }
    await step(done => connection.send({ from: settings.from, to: [mail.to] }, content, done))
    connection.quit()
    return { result: 'sent', error: null }
  } catch (error) {
    connection.close()
    return whatFailed(error, isHandedOver)
  } finally {
    done.abort()
  }
}

function compose({ from }: MailSettings, mail: Mail): Promise<Buffer> {
  const { id, to, reply_to, subject, text, html, unsubscribe } = mail
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return new MailComposer({
    from: { name: 'Redial', address: from },
    to: { name: '', address: to },
    ...(reply_to !== null && { replyTo: { name: '', address: reply_to } }),
    subject,
    text,
    html,
    // The same at each try, so that a program can tell a second copy.
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== null && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** Answers of the server: 4xx asks for another try (such as greylisting), 5xx is final. */
function whatFailed(error: unknown, isHandedOver: boolean): HandedOver {
  const { message = String(error), responseCode, command } = SmtpError.safeParse(error).data ?? {}
  const text = message.replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR)
  if (responseCode === undefined) {
    return { result: isHandedOver ? 'unknown' : 'later', error: text }
  }
  // A wrong password or a server that takes no mail is the operator's to correct, not the end of the message.
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return { result: isFinal ? 'failed' : 'later', error: text }
}

const SmtpError = z.object({
  message: z.string(),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
})

const MAX_ERROR = 300
