import type { BlockReason } from '../../contract/blocklist/block-notes.ts'
import type { Entity, EntityContext } from '../../contract/blocklist.ts'

/** How a company's receiver answers a replay today. */
export type ReceiverBehaviour =
  | 'recovered'
  | 'broken'
  | 'moved'
  | 'hangs'
  | 'no content'
  | 'untrusted'
  | 'unreachable'

export type DemoTrackingNumber = {
  phone_number: string
  ai_enabled: boolean
  missed_call_saver: boolean
}

export type DemoCompany = {
  reference: string
  name: string
  groups: Entity[]
  receiver: ReceiverBehaviour
  trackingNumbers: [DemoTrackingNumber, ...DemoTrackingNumber[]]
  agents: Entity[]
}

export const DEMO_PARTNER = { reference: 'karoo', name: 'Karoo Motor Group' }

const HIGHVELD = { reference: 'karoo-highveld', name: 'Karoo Highveld' }
const COASTAL = { reference: 'karoo-coastal', name: 'Karoo Coastal' }
const COMMERCIAL = { reference: 'karoo-commercial', name: 'Karoo Trucks & Bakkies' }

/** Belongs to the other partner, to show what happens when somebody blocks numbers for it. */
export const OTHER_PARTNER = { reference: 'drakensberg', name: 'Drakensberg Auto Holdings' }
export const OTHER_COMPANY = { reference: 'berg-auto', name: 'Berg Auto Harrismith' }

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    reference: 'acme-cars',
    name: 'Acme Cars Sandton',
    groups: [HIGHVELD],
    receiver: 'recovered',
    trackingNumbers: [full('27105550101'), withAi('27115550102'), plain('27115550103')],
    agents: people('Thandi Mokoena', "Sinéad O'Connell", 'Pieter van der Merwe'),
  },
  {
    reference: 'mueller-motors',
    name: 'Müller Motors',
    groups: [HIGHVELD],
    receiver: 'recovered',
    trackingNumbers: [full('27125550111'), plain('27125550112')],
    agents: people('Jürgen Müller', 'Lerato Khumalo'),
  },
  {
    reference: 'blouberg-auto',
    name: 'Blouberg Auto',
    groups: [COASTAL],
    receiver: 'recovered',
    trackingNumbers: [full('27215550121'), withAi('27215550122')],
    agents: people('Zoë Adams', 'Riyaad Davids', 'Anneke Botha'),
  },
  {
    reference: 'kwela-bakkies',
    name: 'Kwela Bakkies',
    groups: [HIGHVELD, COMMERCIAL],
    receiver: 'recovered',
    trackingNumbers: [full('27115550131')],
    agents: people('Sipho Ndlovu', 'Nomvula Dlamini', 'Tebogo M’simang', 'Kobus le Roux'),
  },
  {
    reference: 'van-wyk-seuns',
    name: 'Van Wyk & Seuns',
    groups: [COMMERCIAL],
    receiver: 'broken',
    trackingNumbers: [full('27515550141'), plain('27515550142')],
    agents: people('Gert van Wyk', 'Mpho Sithole'),
  },
  {
    reference: 'garden-route-4x4',
    name: 'Garden Route 4×4',
    groups: [COASTAL, COMMERCIAL],
    receiver: 'moved',
    trackingNumbers: [full('27445550151')],
    agents: people('Chantel Fortuin', "Luke D'Arcy"),
  },
  {
    reference: 'nkosi-trucks',
    name: 'Nkosi Trucks',
    groups: [COMMERCIAL],
    receiver: 'hangs',
    trackingNumbers: [full('27105550161')],
    agents: people('Bongani Nkosi', 'Ayanda Zulu'),
  },
  {
    reference: 'cafe-racer',
    name: 'Café Racer Motorcycles',
    groups: [COASTAL],
    receiver: 'no content',
    trackingNumbers: [full('27215550171')],
    agents: people('René Lefèvre', 'Imaan Parker'),
  },
  {
    reference: 'oreilly-auto',
    name: "O'Reilly Auto",
    groups: [COASTAL],
    receiver: 'untrusted',
    trackingNumbers: [full('27415550181')],
    agents: people("Sean O'Reilly", 'Vuyo Mbeki'),
  },
  {
    reference: 'umhlanga-pre-owned',
    name: 'Umhlanga Pre-Owned',
    groups: [COASTAL],
    receiver: 'unreachable',
    trackingNumbers: [full('27315550191')],
    agents: people('Priya Naidoo', 'Sanele Cele'),
  },
]

export const RECOVERED_COMPANIES = DEMO_COMPANIES.filter(({ receiver }) => receiver === 'recovered')
export const FAILING_COMPANIES = DEMO_COMPANIES.filter(({ receiver }) => receiver !== 'recovered')

export const DEMO_SOURCES = [
  'AutoTrader',
  'Cars.co.za',
  'Facebook',
  'Google Ads',
  'Google Business Profile',
  'Gumtree',
  'Radio Karoo 92.4',
  'Website',
]

export const DEMO_PREFIXES = [
  { prefix: '2710', name: 'Johannesburg' },
  { prefix: '2711', name: 'Johannesburg' },
  { prefix: '2712', name: 'Pretoria' },
  { prefix: '2721', name: 'Cape Town' },
  { prefix: '2731', name: 'Durban' },
  { prefix: '2741', name: 'Gqeberha' },
  { prefix: '2744', name: 'George' },
  { prefix: '2751', name: 'Bloemfontein' },
  { prefix: '2787', name: 'National' },
]

/** Callers that are blocked for every company from the start. */
export const BLOCKED_FOR_ALL = ['27825550190', '27715550113', '447700900123']

/** Whose numbers are blocked from the start, and why. */
export const DEMO_BLOCKLISTS: [
  EntityContext,
  Entity,
  phoneNumbers: string[],
  { reason: BlockReason; note: string | null },
][] = [
  ['partner', DEMO_PARTNER, BLOCKED_FOR_ALL, { reason: 'spam', note: 'Recorded sales calls' }],
  ['group', COASTAL, ['27835550142', '27605550177'], { reason: 'competitor', note: null }],
  [
    'company',
    { reference: 'acme-cars', name: 'Acme Cars Sandton' },
    ['27845550101', '27825550164', '27725550138', '27615550155'],
    { reason: 'wrong_number', note: 'Looks for the bakery next door' },
  ],
]

function full(phone_number: string): DemoTrackingNumber {
  return { phone_number, ai_enabled: true, missed_call_saver: true }
}

function withAi(phone_number: string): DemoTrackingNumber {
  return { phone_number, ai_enabled: true, missed_call_saver: false }
}

function plain(phone_number: string): DemoTrackingNumber {
  return { phone_number, ai_enabled: false, missed_call_saver: false }
}

/** Their references are their names in ASCII: "Zoë Adams" has "zoe-adams". */
function people(...names: string[]): Entity[] {
  return names.map(name => {
    const ascii = name.normalize('NFD').replace(/[^\w ]/g, '')
    return { name, reference: ascii.toLowerCase().replaceAll(' ', '-') }
  })
}
