import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { request } from 'undici'
import { listen } from '../../server/testing/peers/listen.ts'

/** What an operator's proxy changes between Redial and a service with other names. It leaves all answers as they are. */
export type Renaming = {
  /** The service's path of each path of docs/interface.md, with any fixed parameters. Other paths stay as they are. */
  paths: Record<string, string>
  /** The service's name of each parameter. */
  parameters: Record<string, string>
  /** Of the Authorization header. */
  scheme: string
}

export async function startRenamingProxy(
  serviceUrl: string,
  { paths, parameters, scheme }: Renaming,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (asked, response) => {
    const { pathname, searchParams } = new URL(asked.url ?? '', serviceUrl)
    const target = new URL(paths[pathname] ?? pathname, serviceUrl)
    for (const [name, value] of searchParams) {
      target.searchParams.append(parameters[name] ?? name, value)
    }
    const { authorization = '', accept = '*/*' } = asked.headers
    const answer = await request(target, {
      headers: { accept, authorization: authorization.replace(/^Token(?= )/, scheme) },
    })
    const { connection, 'keep-alive': _, 'transfer-encoding': __, ...headers } = answer.headers
    response.writeHead(answer.statusCode, headers)
    // The other side may have left.
    await pipeline(answer.body, response).catch(() => response.destroy())
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
