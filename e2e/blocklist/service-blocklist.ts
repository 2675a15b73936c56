import { BlocklistRecord, type EntityContext } from '../../contract/blocklist.ts'
import { pageOf } from '../../contract/pages/page.ts'

/** The blocklist as the service itself holds it, read and changed with a token, past the dashboard. */
export function serviceBlocklist(origin: string, token: string) {
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`)
    return response.json()
  }
  const change = (path: string) => (context: EntityContext, reference: string, numbers: string[]) =>
    ask('POST', path, {
      entity: { reference, name: reference },
      entity_context_name: context,
      blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    })
  return {
    block: change('/v1/blocklist/'),
    unblock: change('/v1/blocklist/unblock/'),
    async numbersOf(context: EntityContext, reference: string): Promise<string[]> {
      const answer = await ask('GET', '/v1/blocklist/?page_size=100')
      return pageOf(BlocklistRecord)
        .parse(answer)
        .results.filter(record => record.entity_context_name === context)
        .filter(record => record.entity.reference === reference)
        .flatMap(record => record.blocked_phone_number_list.map(entry => entry.phone_number))
    },
  }
}
