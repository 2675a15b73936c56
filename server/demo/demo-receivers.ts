import type { RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type Certificate, keepCertificate } from './demo-certificate.ts'
import { DEMO_COMPANIES, type DemoCompany, type ReceiverBehaviour } from './demo-companies.ts'
import { type DemoPorts, isFree } from './demo-ports.ts'

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
  const trusted = await keepCertificate(folder, 'receivers', 'Redial demo receivers', now)
  const nobodyTrusts = 'A certificate that nobody trusts'
  const untrusted = await keepCertificate(folder, 'untrusted', nobodyTrusts, now)
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
  if (!(await isFree(ports.unreachable))) {
    warnings.push(
      `Another program uses port ${ports.unreachable}, where the demo expects nothing: replays to ` +
        `https://localhost:${ports.unreachable} reach that program.`,
    )
  }
  return {
    authority: trusted.cert,
    warnings,
    async close() {
      await Promise.all(servers.map(server => server && stop(server)))
    },
  }
}

const answer: RequestListener = (request, response) => {
  const [, reference] = (request.url ?? '').split('/')
  const company = DEMO_COMPANIES.find(({ reference: known }) => known === reference)
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

function stop(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
