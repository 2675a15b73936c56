import type { TestReceiver } from '../../server/testing/peers/test-receiver.ts'

/** Lets the answers of a receiver out as a test says. */
export type HeldBack = {
  /** Lets the next so many answers out, of requests that came or are still to come. */
  allow(count: number): void
  /** Holds back what is not allowed, again. */
  hold(): void
  /** Lets all out, from now on too. */
  open(): void
}

/** From now on the receiver takes requests and answers 200 only as it is allowed to. */
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
    hold: () => {
      allowed = 0
    },
    open: () => allow(Number.POSITIVE_INFINITY),
  }
}
