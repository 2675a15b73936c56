import type { TestReceiver } from '../../server/testing/peers/test-receiver.ts'

/** Controls when a receiver's answers are sent. */
export type HeldBack = {
  /** Allows this many further answers, to present or later requests. */
  allow(count: number): void
  /** Allows all answers, also later ones. */
  open(): void
}

/** Makes the receiver accept requests, and answer 200 only when the test allows it. */
export function holdBack(receiver: TestReceiver): HeldBack {
  const waiting: (() => void)[] = []
  let allowed = 0
  const letOut = () => {
    while (allowed > 0 && waiting.length > 0) {
      allowed -= 1
      waiting.shift()?.()
    }
  }
  receiver.behave((_request, response) => {
    waiting.push(() => response.writeHead(200).end())
    letOut()
  })
  const allow = (count: number) => {
    allowed += count
    letOut()
  }
  return {
    allow,
    open: () => allow(Number.POSITIVE_INFINITY),
  }
}
