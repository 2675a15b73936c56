import { lazyPart } from '../../request-errors/lazy-part.tsx'

/** Asks before a replay that a key starts, or that sends a delivered or handled event again. */
export const ReplayQuestion = lazyPart(
  async () => (await import('./confirm-replay.tsx')).ConfirmReplay,
  { overPage: { onClose: ({ onClose }) => onClose() } },
)
