import {
  DOCUMENT_DATA_ID,
  DocumentData,
  FIRST_ANSWERS_ID,
  FirstAnswers,
} from '../../contract/document-data.ts'
import { jsonInside } from '../../contract/text/json-inside.ts'

/** After this time, the document may still be loading because its connection is broken. */
const MAX_WAIT_MS = 10_000

/** A later request for the same path gets a newer answer. */
const FRESH_MS = 30_000

/** The answers that the document has at its end, by their paths. */
const firstAnswers = new Map<string, Promise<Response | undefined>>()
const startedAt = performance.now()

/**
 * Reads what the gateway put into the document, once.
 *
 * @returns null if nobody is signed in
 */
export function readDocumentData(): DocumentData | null {
  const text = document.getElementById(DOCUMENT_DATA_ID)?.textContent
  if (!text) return null
  const data = DocumentData.parse(JSON.parse(text))
  if (data.follows.length > 0) {
    const answers = documentEnd().then(readFirstAnswers)
    for (const [index, path] of data.follows.entries()) {
      firstAnswers.set(
        path,
        answers.then(all => all[index]),
      )
    }
  }
  return data
}

/**
 * The answer to a path that the document has at its end. It is given to one request only.
 *
 * @returns undefined, also later, if the page has to send the request
 */
export function takeFirstAnswer(path: string): Promise<Response | undefined> | undefined {
  const answer = firstAnswers.get(path)
  firstAnswers.delete(path)
  return performance.now() - startedAt < FRESH_MS ? answer : undefined
}

function documentEnd(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve()
  return new Promise(resolve => {
    // Also fires if a person stops the loading.
    document.addEventListener('readystatechange', resolve, { once: true })
    // No event fires if the connection breaks.
    setTimeout(resolve, MAX_WAIT_MS)
  })
}

/** @returns an empty list if nothing or only a part has arrived */
function readFirstAnswers(): Response[] {
  const json = document.getElementById(FIRST_ANSWERS_ID)?.textContent ?? ''
  const answers = FirstAnswers.safeParse(jsonInside(json)).data ?? []
  return answers.map(({ status, retry_after, text }) => {
    const headers = retry_after === null ? undefined : { 'retry-after': String(retry_after) }
    return new Response(text, { status, headers })
  })
}
