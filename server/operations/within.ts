/**
 * Rejects when `promise` takes longer; what it was doing goes on unheard.
 *
 * @param ms at most
 */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
