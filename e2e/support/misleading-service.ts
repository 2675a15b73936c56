import { startReceiver, type TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import {
  answer,
  startUpstream,
  type TestUpstream,
  type UpstreamRequest,
} from '../../server/testing/peers/test-upstream.ts'
import { type OtherService, startOtherService } from './other-service.ts'

/** Redial with a service that refers to other origins wherever it can. */
export type Misleading = {
  service: OtherService
  /** On Redial's own host, at another port, by http. */
  near: TestUpstream
  /** On another host, by https; takes replays as well. */
  far: TestReceiver
}

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>'
const EVENTS = 60

export async function startMisleadingService() {
  const [near, far] = await Promise.all([
    startUpstream((_, response) => answer(response, 200, [])),
    startReceiver(),
  ])
  const service = await startOtherService({ receivers: [far] })
  return {
    service,
    near,
    far,
    async close() {
      await Promise.all([service.close(), near.close(), far.close()])
    },
  }
}

export function misleadingHeaders(near: TestUpstream): Record<string, string> {
  return {
    link: `<${near.url}/linked>; rel="preload"; as="script", <${near.url}>; rel="next"`,
    refresh: `0; url=${near.url}/refreshed`,
    'set-cookie': 'theirs=1; Path=/',
    'content-location': near.url,
  }
}

/** A page of any list; its links lead to the other origin. */
export function misleadingPage(
  request: UpstreamRequest,
  { near, far }: { near: TestUpstream; far: TestReceiver },
) {
  const path = request.url?.split('?')[0] ?? ''
  const page = Number(request.query.get('page') ?? 1)
  const size = Math.min(20, Number(request.query.get('page_size') ?? 20))
  const { host } = new URL(near.url)
  const linkTo = (other: number) =>
    `${[near.url, `//${host}`, `http://me:secret@${host}`][other % 3]}${path}?page=${other}`
  const items = Array.from({ length: EVENTS }, (_, at) => itemOf(path, at + 1, { near, far }))
  return {
    count: EVENTS,
    next: page * size < EVENTS ? linkTo(page + 1) : null,
    previous: page > 1 ? linkTo(page - 1) : null,
    results: items.slice((page - 1) * size, page * size),
  }
}

function itemOf(
  path: string,
  id: number,
  { near, far }: { near: TestUpstream; far: TestReceiver },
) {
  if (path === '/v1/blocklist/') {
    return {
      id,
      entity_context_name: 'company',
      entity: { reference: `ref-${id}`, name: `${MARKUP} ${id} \u202egnihton` },
      blocked_phone_number_list: [{ phone_number: `278255500${String(id).padStart(2, '0')}` }],
    }
  }
  if (path.startsWith('/v2/')) return { reference: `ref-${id}`, name: `${MARKUP} \u202eemaN` }
  const recording =
    id === 1 ? `${far.url}/1.mp3` : inertRecordings(near).find(one => one.id === id)?.url
  return {
    id,
    callback_url: id % 3 === 0 ? 'javascript:window.hacked=3' : far.url,
    attempts: [
      {
        at: '2026-11-21T09:00:00+02:00',
        status: null,
        error: `${MARKUP}\u202edesufer`,
        duration_ms: 1,
      },
    ],
    failed_at: '2026-11-21T09:00:00+02:00',
    unknown: { link: near.url, text: `${MARKUP}\u202e` },
    request_json: {
      call_id: id,
      tracking_number: '27105550142',
      caller_number: `27825550${String(id).padStart(3, '0')}`,
      recording_url: recording,
      company: { name: `Company ${id}. ${MARKUP}\u202emoc.elgoog`, reference: `ref-${id}` },
      contact: { name: `\u202e${MARKUP}`, reference: `${near.url}/contact` },
      reference: `\u2066${near.url}\u0007`,
      link: near.url,
      [`\u202e${MARKUP}`]: near.url,
    },
  }
}

export function inertRecordings(near: TestUpstream) {
  return [
    `${near.url}/2.mp3`,
    near.url.replace('http:', 'https:'),
    'javascript:window.hacked=4',
    ' javascript:window.hacked=5',
    'data:text/html,<script>opener.hacked=6</script>',
    'vbscript:window.hacked=7',
    'file:///etc/passwd',
    'blob:null/1',
    'https://me:secret@recordings.example/9.mp3',
    '//recordings.example/9.mp3',
  ].map((url, at) => ({ id: at + 2, url }))
}
