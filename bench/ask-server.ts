/**
 * Sends a script's request.
 *
 * @returns the answer's JSON
 * @throws if it is refused
 */
export async function askServer(
  url: string,
  token: string,
  {
    body,
    headers,
    method = body === undefined ? 'GET' : 'POST',
  }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
) {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
