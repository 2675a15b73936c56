import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

const TYPES = { A: 1, AAAA: 28 }
const NO_SUCH_NAME = 3

/** A real name server on loopback (RFC 1035) that only knows the names of a test. */
export async function startNameServer() {
  const names = new Map<string, string[] | 'silent'>()
  const ttls = new Map<string, number>()
  /** The names that were looked up so far, one for each address family. */
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    questions.push(name)
    const addresses = names.get(name)
    if (addresses === 'silent') return
    const wanted = (addresses ?? []).filter(one => isIPv6(one) === (type === TYPES.AAAA))
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (addresses === undefined ? NO_SUCH_NAME : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(wanted.length, 6)
    header.writeUInt32BE(0, 8)
    const answers = wanted.map(address => record(type, address, ttls.get(name) ?? 0))
    const answer = Buffer.concat([header, query.subarray(12, end), ...answers])
    socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    /** From the next query on: the addresses of a name, and how long they may be cached; 'silent' never answers. */
    set(name: string, addresses: string[] | 'silent', ttlSeconds = 0) {
      names.set(name, addresses)
      ttls.set(name, ttlSeconds)
    },
    close: () => void socket.close(),
  }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function record(type: number, address: string, ttlSeconds: number): Buffer {
  const data =
    type === TYPES.AAAA ? bytesOfIpv6(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(ttlSeconds, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function bytesOfIpv6(address: string): Buffer {
  // The URL parser writes an embedded IPv4 address as two groups of hex.
  const plain = new URL(`https://[${address}]`).hostname.slice(1, -1)
  const [front = '', back = ''] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const missing = 8 - groups(front).length - groups(back).length
  const all = [...groups(front), ...Array<string>(missing).fill('0'), ...groups(back)]
  return Buffer.from(all.map(group => group.padStart(4, '0')).join(''), 'hex')
}
