import { DOCUMENT_DATA_ID, DocumentData } from '../../contract/document-data.ts'

declare global {
  /** The answers that index.html requested before the scripts loaded, by their paths. */
  var firstAnswers: Map<string, { answer: Promise<Response>; askedAt: number }> | undefined
}

/** A later request for the same path gets a newer answer. */
const FRESH_MS = 30_000

/** The answer to a request that the document has made already. It is given to one request only. */
export function takeFirstAnswer(path: string): Promise<Response> | undefined {
  const answers = globalThis.firstAnswers
  const first = answers?.get(path)
  answers?.delete(path)
  return first && performance.now() - first.askedAt < FRESH_MS ? first.answer : undefined
}

/** The data that the gateway put into the document; null if nobody is signed in. */
export function readDocumentData(): DocumentData | null {
  const text = document.getElementById(DOCUMENT_DATA_ID)?.textContent
  return text ? DocumentData.parse(JSON.parse(text)) : null
}
