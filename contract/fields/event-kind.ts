import { WebhookEvent } from '../failed-event.ts'
import { nameWords } from './name-words.ts'

/**
 * The kind of an event by the names of docs/interface.md, "Events". A service may call it otherwise:
 * both "call.ended" and "CALL_COMPLETED" are a call termination. Unknown names stay unchanged.
 */
export function eventKind(value: unknown): string | null {
  const known = WebhookEvent.safeParse(value)
  if (known.success) return known.data
  if (typeof value !== 'string' || value.trim() === '') return null
  const words = nameWords(value)
  if (/\b(missed|unanswered)\b/.test(words)) return 'missed_call_saver'
  if (/\b(ai|data|transcript|transcription|analysis|analyzed|intent)\b/.test(words)) {
    return 'data_event'
  }
  return /\bcall\b.*\b(end|sent|done)\b/.test(words) ? 'call_termination' : value.trim()
}
