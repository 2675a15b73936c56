import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A connection to a server that holds back some data, or fails for some requests. */
export type SlowLine = {
  url: string
  /** Lets the rest through, and all later requests. */
  open(): void
  /** Breaks the connections of documents that have not arrived whole. */
  cut(): void
  close(): Promise<void>
}

/**
 * Passes requests to a server. What `held` describes waits for `open`: the rest of each document from
 * a text on, which it has to contain, or the files with matching paths. Until then, what `fails` matches is
 * answered with an error.
 */
export async function startSlowLine(
  target: string,
  held: { documentsFrom: string } | { files: RegExp } | { fails: RegExp; status: number },
): Promise<SlowLine> {
  const opened = Promise.withResolvers<void>()
  let isOpen = false
  let isCut = false
  const line = createServer(async ({ url = '/', headers }, response) => {
    const { cookie = '', accept = '*/*' } = headers
    if ('fails' in held && !isOpen && held.fails.test(url)) {
      response.writeHead(held.status, { 'content-type': 'application/json', 'retry-after': '60' })
      return void response.end(JSON.stringify({ detail: 'Not now.' }))
    }
    const answer = await fetch(new URL(url, target), { headers: { cookie, accept } })
    for (const name of ['content-type', 'content-security-policy']) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.writeHead(answer.status)
    const body = Buffer.from(await answer.arrayBuffer())
    const isDocument = answer.headers.get('content-type')?.startsWith('text/html') === true
    if ('documentsFrom' in held && isDocument) {
      await sendInTwoParts(response, body, held.documentsFrom)
      return
    }
    if ('files' in held && held.files.test(url)) await opened.promise
    response.end(body)
  })
  const sendInTwoParts = async (response: ServerResponse, body: Buffer, from: string) => {
    const index = body.indexOf(from)
    if (index === -1) return void response.end(`The document does not contain ${from}`)
    response.write(body.subarray(0, index))
    await opened.promise
    if (isCut) response.destroy()
    else response.end(body.subarray(index))
  }
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const { port } = Object(line.address())
  return {
    url: `http://127.0.0.1:${port}`,
    open() {
      isOpen = true
      opened.resolve()
    },
    cut() {
      isCut = true
      opened.resolve()
    },
    async close() {
      opened.resolve()
      line.closeAllConnections()
      line.close()
      await once(line, 'close')
    },
  }
}
