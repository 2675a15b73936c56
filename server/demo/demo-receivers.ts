import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonInside } from '../../contract/text/json-inside.ts'
import { freePort } from '../database/embedded/free-port.ts'
import { DEMO_COMPANIES, type DemoCompany, type ReceiverBehaviour } from './demo-companies.ts'

const DemoPorts = z.object({
  /** For the receivers whose certificate the sender is configured to trust. */
  receivers: z.int(),
  /** For the receiver with an untrusted certificate. */
  untrusted: z.int(),
  /** A port that nothing listens on. */
  unreachable: z.int(),
})
export type DemoPorts = z.infer<typeof DemoPorts>

const USUAL_PORTS = [4443, 4444]

/** TCPMUX, which no system offers any more. */
const UNREACHABLE = 1

/**
 * The receivers' ports, chosen at the first start and kept in `folder`, because the callback URLs of
 * all recorded failures contain them. 'fixed' uses 4443 and 4444 if they are free.
 */
export async function keepPorts(folder: string, choice: 'fixed' | 'free'): Promise<DemoPorts> {
  const file = join(folder, 'ports.json')
  const previous = DemoPorts.safeParse(await readJson(file))
  if (previous.success) return previous.data

  const [receivers, untrusted] = await Promise.all(
    USUAL_PORTS.map(port => freePort(choice === 'fixed' ? port : 0).catch(() => freePort())),
  )
  const ports = DemoPorts.parse({ receivers, untrusted, unreachable: UNREACHABLE })
  await writeFile(file, `${JSON.stringify(ports)}\n`)
  return ports
}

async function readJson(file: string): Promise<unknown> {
  return jsonInside(await readFile(file, 'utf8').catch(() => ''))
}

export type DemoReceivers = { authority: string; warnings: string[]; close(): Promise<void> }

/** Where a company's webhooks go. The receivers below answer there. */
export function receiverUrl(
  { reference, receiver }: DemoCompany,
  webhook: 'calls' | 'missed-calls',
  ports: DemoPorts,
): string {
  const port =
    receiver === 'untrusted'
      ? ports.untrusted
      : receiver === 'unreachable'
        ? ports.unreachable
        : ports.receivers
  return `https://localhost:${port}/${reference}/${webhook}`
}

/** Starts the demo's receivers. A receiver whose port is taken is skipped with a warning. */
export async function startDemoReceivers(
  folder: string,
  ports: DemoPorts,
  now: Date,
): Promise<DemoReceivers> {
  const { trusted, untrusted } = await keepCertificates(folder, now)
  const servers = await Promise.all([
    listen(ports.receivers, trusted),
    listen(ports.untrusted, untrusted),
  ])
  const warnings = [ports.receivers, ports.untrusted]
    .filter((_, index) => servers[index] === null)
    .map(
      port =>
        `Another program uses port ${port}, so the demo's receivers at https://localhost:${port} ` +
        'did not start and replays to them will fail. Stop that program and start again.',
    )
  return {
    authority: trusted.cert,
    warnings,
    async close() {
      const closed = servers.map(server => server && once(server.close(), 'close'))
      for (const server of servers) server?.closeAllConnections()
      await Promise.all(closed)
    },
  }
}

const answer: RequestListener = (request, response) => {
  const [, reference] = (request.url ?? '').split('/')
  const company = DEMO_COMPANIES.find(company => company.reference === reference)
  request.resume().once('end', () => ANSWERS[company?.receiver ?? 'moved'](response))
}

const received = (response: ServerResponse) => sendJson(response, 200, { received: true })

const ANSWERS: Record<ReceiverBehaviour, (response: ServerResponse) => void> = {
  recovered: received,
  broken: response =>
    sendJson(response, 500, { error: 'Could not save the call: the database is read-only.' }),
  moved: response => sendJson(response, 404, { error: 'There is no receiver at this address.' }),
  hangs: () => {},
  'no content': response => response.writeHead(204).end(),
  // A request here means that the sender trusted a wrong certificate, or that something listens on
  // the unused port.
  untrusted: received,
  unreachable: received,
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** On loopback; null if the port is taken. */
function listen(port: number, certificate: Certificate): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(certificate, answer)
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** Both in PEM. */
const Certificate = z.object({ cert: z.string(), key: z.string() })
type Certificate = z.infer<typeof Certificate>

const Certificates = z.object({ trusted: Certificate, untrusted: Certificate, made_at: z.number() })

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The receivers' certificates. They are kept in `folder`, because making them takes a tenth of a start. */
async function keepCertificates(folder: string, now: Date): Promise<z.infer<typeof Certificates>> {
  const file = join(folder, 'certificates.json')
  const made_at = now.getTime()
  const previous = Certificates.safeParse(await readJson(file)).data
  if (previous !== undefined && made_at - previous.made_at < 51 * WEEK_MS) return previous
  const trusted = await makeCertificate('Redial demo receivers', now)
  const untrusted = await makeCertificate('A certificate that nobody trusts', now)
  await writePrivateFile(file, JSON.stringify({ trusted, untrusted, made_at }))
  return { trusted, untrusted, made_at }
}

/** A self-signed certificate for localhost that is valid for a year. */
async function makeCertificate(commonName: string, now: Date): Promise<Certificate> {
  // Not needed if the certificates are kept, and slow to load.
  const { generate } = await import('selfsigned')
  const pair = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - WEEK_MS),
    notAfterDate: new Date(now.getTime() + 52 * WEEK_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { cert: pair.cert, key: pair.private }
}

/** Writes a file that only this user may read. An existing file would keep its mode. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  await writeFile(file, text, { mode: 0o600 })
}
