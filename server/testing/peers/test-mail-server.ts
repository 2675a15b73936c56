import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An error with an SMTP status, for a behaviour. */
export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export type ReceivedMail = { from: string; to: string[]; raw: string }

export type TestMailServer = {
  /** `smtp://127.0.0.1:…` */
  url: string
  /** In the order of their arrival. */
  mails: ReceivedMail[]
  /** How many sessions were opened so far. */
  sessions(): number
  /** Called for the recipient of each mail and before a mail is taken; what it throws is answered. */
  behave(behaviour: { onRecipient?: () => void; onMail?: () => void | Promise<void> }): void
  close(): Promise<void>
}

/** A real SMTP server on loopback, without TLS. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let current: Parameters<TestMailServer['behave']>[0] = {}
  let sessions = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      sessions += 1
      callback()
    },
    onRcptTo(_address, _session, callback) {
      try {
        current.onRecipient?.()
        callback()
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)))
      }
    },
    onData(stream, { envelope }, callback) {
      void (async () => {
        const raw = await text(stream)
        await current.onMail?.()
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
        })
      })().then(() => callback(), callback)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    sessions: () => sessions,
    behave: next => {
      current = next
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
