import { DOCUMENT_DATA_ID, DocumentData } from '../../contract/document-data.ts'

declare global {
  /** The answers that index.html asked for before the scripts were there, by their paths. */
  var firstAnswers: Map<string, Promise<Response>> | undefined
}

/** A page that is asked for later gets a newer answer. */
const FRESH_MS = 30_000

/** The answer to a request that the document has made already. It is given to one request only. */
export function takeFirstAnswer(path: string): Promise<Response> | undefined {
  const answers = globalThis.firstAnswers
  const answer = answers?.get(path)
  answers?.delete(path)
  return performance.now() < FRESH_MS ? answer : undefined
}

/** What the gateway has put into the document; null where it did not know who asks. */
export function readDocumentData(): DocumentData | null {
  const text = document.getElementById(DOCUMENT_DATA_ID)?.textContent
  return text ? DocumentData.parse(JSON.parse(text)) : null
}
