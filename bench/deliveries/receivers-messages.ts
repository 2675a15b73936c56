import { z } from 'zod'

/** How a receiver answers. */
export const Answering = z.enum([
  'at once',
  'in 5 to 60 ms',
  'error',
  'an error first, for every tenth call',
  'never',
  'never at /hang',
])
export type Answering = z.infer<typeof Answering>

/** Messages from the parent process to the receivers' process. */
export const Order = z.discriminatedUnion('order', [
  z.object({ order: z.literal('listen'), receivers: z.array(Answering) }),
  z.object({ order: z.literal('answer'), how: Answering }),
  z.object({ order: z.literal('count') }),
  z.object({ order: z.literal('take') }),
])
export type Order = z.infer<typeof Order>

/** A post that reached a receiver, including its body. */
export const Post = z.object({
  /** Its webhook-id. */
  id: z.int(),
  callId: z.int(),
  path: z.string(),
  /** When it was answered or, without an answer, when it arrived; in ms since 1970. */
  at: z.number(),
  /** Whether it was answered 200. */
  ok: z.boolean(),
})
export type Post = z.infer<typeof Post>

export const Listening = z.object({ ports: z.array(z.int()), authority: z.string() })
export const Counted = z.object({ count: z.int() })
export const Taken = z.object({ posts: z.array(Post) })
export const Obeyed = z.object({ ok: z.literal(true) })
