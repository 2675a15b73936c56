import { randomBytes } from 'node:crypto'

/** One-time codes for printed sign-in links, which must never hold the token itself. */
export class SignInCodes {
  readonly #tokens = new Map<string, string>()

  /** A code that signs in with `token`, once. It is forgotten when the process ends. */
  add(token: string): string {
    const code = randomBytes(18).toString('base64url')
    this.#tokens.set(code, token)
    return code
  }

  /** The code's token, or null when there is no such code or it was used before. */
  take(code: string): string | null {
    const token = this.#tokens.get(code) ?? null
    this.#tokens.delete(code)
    return token
  }
}
