/** The words of field names, each after the word that the rules of field-rules.ts use. */
const WORDS: Record<string, string> = {
  // When something happened
  at: 'time timestamp ts date datetime dt stamp moment epoch utc on',
  failed:
    'fail fails failing failure failures errored dead died exhausted abandoned gaveup discarded bounced undelivered aborted dropped',
  created:
    'create creation inserted insert added add enqueued queued received occurred emitted published raised logged generated recorded registered',
  updated: 'update modified modification changed mtime',
  sent: 'send dispatched dispatch posted fired delivered',
  done: 'stopped finished completed completion resolved settled finalized finalised',
  processed: 'executed',
  last: 'latest final recent prev',
  first: 'initial',
  next: 'scheduled schedule upcoming due until expires expiry expiration expired ttl locked lock available planned',
  max: 'opts options config settings maximum limit allowed remaining left interval delay backoff policy timeout',
  // How often and how it failed
  attempt:
    'attempts attempted try tries tried execution executions redelivery redeliveries deliveries trial trials',
  retry: 'retried',
  count: 'counter nb nbr qty cnt times made',
  status: 'state',
  code: 'cd codes rc sc',
  http: 'https',
  result: 'results',
  response: 'responses resp answer reply res rsp',
  request: 'requests requested req',
  error: 'errors err exception exc fault problem wrong errmsg faultstring',
  reason: 'cause why because',
  message: 'msg text txt string',
  detail: 'details description desc diagnostics diagnostic diagnosis info',
  trace: 'traceback stack stacktrace backtrace',
  body: 'dump',
  header: 'headers hdr hdrs',
  metadata: 'meta',
  kind: 'type typ category action trigger channel',
  event: 'ev evt events occurrence',
  name: 'label title',
  // Where it was sent
  url: 'uri href address link',
  target: 'destination receiver recipient receptor sink consumer subscriber listener notify',
  callback: 'callbacks postback postbacks',
  webhook: 'webhooks hook hooks',
  endpoint: 'endpoints ep',
  docs: 'doc documentation portal dashboard console admin help manage logo image avatar icon picture html ui self signature signing support profile website homepage',
  // What identifies it
  id: 'ids uuid guid uid oid sid ulid identifier uniqueid rowid objectid pk jid',
  key: 'keys',
  reference: 'ref refs',
  delivery: 'dlv',
  log: 'logs records record entry row',
  account: 'subaccount',
  // A call
  call: 'calls cdr conversation',
  start: 'started starts begin began begun initiated initiation arrived placed incoming',
  end: 'ended ends finish hangup hungup stop terminated disconnect disconnected released',
  duration: 'elapsed took latency dur runtime length',
  ms: 'millis milliseconds millisecond msec',
  seconds: 'secs sec second s',
  talk: 'billsec billable',
  ring: 'ringing rang',
  answered: 'connected accepted pickup picked handled ans',
  caller:
    'callers from ani cli clid source src calling callerid originator origin originating remote',
  tracking: 'tracked track did dnis called callee dialled dialed ddi virtual line vanity tollfree',
  to: 'dest dst',
  number: 'phone num nr tel telephone msisdn mobile e164 no phonenumber',
  company:
    'business advertiser organisation organization org merchant dealer dealership brand firm',
  customer: 'customers',
  client: 'clients',
  forward: 'forwarded forwarding forwards transfer transferred',
  contact: 'lead person prospect',
  recording: 'recordings recorded audio mp3 wav voicemail rec',
  size: 'bytes byte len kb weight',
}

/** Words with none of the meanings. A field with such a name causes no doubt. */
const OTHERS =
  'locale language lang timezone zone region env environment version server host hostname worker queue priority direction campaign keyword city country tags tag format method secret signature hash token checksum md5 sha1 sha256 user username by operator node process thread pid ip agent score sentiment summary intent latitude longitude currency price cost plan tier mode flags enabled active deleted archived test debug index position offset partition page raw digits retries api partner data attributes object payload of in is was'

const CANONICAL = new Map(OTHERS.split(' ').map(word => [word, word]))
for (const [canonical, words] of Object.entries(WORDS)) {
  for (const word of [canonical, ...words.split(' ')]) CANONICAL.set(word, canonical)
}

/** Names that services also write without anything between the words. */
const JOINED =
  'status code, http status, http code, http status code, response code, error message, callback url, webhook url, created at, updated at, failed at, start time, end time, call id, call start, call end, caller number, tracking number, company name'
for (const name of JOINED.split(', ')) {
  const words = name.split(' ')
  CANONICAL.set(words.join(''), words.map(word => CANONICAL.get(word) ?? word).join(' '))
}

const cache = new Map<string, string>()

/**
 * The words of a field's name, such as "http status code" for `HTTPStatusCode` and "failed at" for
 * `failure_time`. Unknown words stay as they are.
 */
export function nameWords(name: string): string {
  const before = cache.get(name)
  if (before !== undefined) return before
  const words = name
    .slice(0, 80)
    // The suffix of custom fields in Salesforce, and the former prefix of custom HTTP headers.
    .replace(/__[cr]$/, '')
    .replace(/^x-/i, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .split(' ')
    .map(word => CANONICAL.get(word) ?? word)
    .join(' ')
    .replaceAll('caller id', 'caller')
  if (cache.size > 5_000) cache.clear()
  cache.set(name, words)
  return words
}

/** Whether the rules know every word of a name, except numbers. */
export function isKnownName(words: string): boolean {
  return words.split(' ').every(word => CANONICAL.has(word) || /^\d+$/.test(word))
}
