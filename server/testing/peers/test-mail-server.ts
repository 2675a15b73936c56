import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>
/** Refuses each recipient with a status and a text, or waits before it takes a mail. */
type Behaviour = { refusal?: [status: number, text: string]; onMail?: () => Promise<void> }

/** A real SMTP server on loopback, without TLS. */
export async function startMailServer(port = 0) {
  /** In the order of their arrival. */
  const mails: { from: string; to: string[]; raw: string }[] = []
  let current: Behaviour = {}
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
      if (current.refusal === undefined) return callback()
      const [responseCode, text] = current.refusal
      callback(Object.assign(new Error(text), { responseCode }))
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
    /** How many sessions were opened so far. */
    sessions: () => sessions,
    behave(next: Behaviour) {
      current = next
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
