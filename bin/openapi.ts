import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Argv } from 'yargs'
import type { Profile } from '../server/core/openapi/index.js'
import { ExitError, UsageError } from './errors.js'
import { examples, flag, type OptionValues, text } from './options.js'

const options = {
  server: {
    ...text('Base URL of the service, without /v1; it may have a path'),
    defaultDescription: 'http://127.0.0.1:4000',
  },
  profile: {
    ...text(
      'How reads are described: "objects", as whole objects, for generators; "strict", as any part of them too, for validators of responses to requests with fields',
    ),
    defaultDescription: 'objects',
  },
  contract: flag(
    'Only what the interface demands, without the choices of this server, for those who implement it: no error codes, limits or headers of its own',
  ),
  workflows: flag(
    'The workflows instead, in Arazzo 1.0: how to book a room, move bookings, invite and activate by several operations',
  ),
  yaml: flag('Write YAML instead of JSON; implied by a file that ends with .yaml or .yml'),
  out: { ...text('File to write: .json, .yaml or .yml'), defaultDescription: 'standard output' },
} as const

type OpenApiOptions = OptionValues<typeof options>

/** Declares the options of `schedkit openapi`. */
export const builder = (args: Argv) =>
  args
    .usage(
      '$0 openapi [OPTIONS]\n\nDescribes every operation in OpenAPI 3.1: parameters, bodies, responses and error codes. A server and a mock serve the same document at /openapi.json.',
    )
    .options(options)
    .check(args => {
      if (args.server !== undefined) checkServer(args.server)
      profileOf(args)
      isYaml(args)
      if (args.workflows && (args.server ?? args.profile ?? (args.contract || undefined)) !== undefined)
        throw new UsageError(
          '--workflows takes neither --server nor --profile nor --contract: the workflows are the same for all. Leave them out.',
        )
      return true
    })
    .example(
      examples({
        '$0 openapi > openapi.json': 'the document, for generators and proxies',
        '$0 openapi --yaml --out openapi.yaml': 'to read it',
        '$0 openapi --server https://api.example.com --out openapi.json': 'for your own server',
        '$0 openapi --profile strict --out openapi.json': 'for a validating proxy',
        '$0 openapi --contract --yaml': 'to implement the interface',
        '$0 openapi --workflows --out workflows.yaml': 'beside openapi.yaml, for runners of Arazzo',
      }),
    )

/** Writes the document to standard output or a file. */
export async function handler(options: OpenApiOptions): Promise<void> {
  const { server, contract, out } = options
  const { arazzoDocument, openApiDocument } = await import('../server/core/openapi/index.js')
  const yaml = isYaml(options)
  const document = options.workflows
    ? arazzoDocument(yaml ? 'openapi.yaml' : 'openapi.json')
    : openApiDocument({
        ...(server !== undefined && { server: baseOf(new URL(server)) }),
        profile: profileOf(options),
        contract,
      })
  const content = yaml
    ? (await import('./yaml.js')).yamlText(document)
    : `${JSON.stringify(document, undefined, 2)}\n`
  if (out === undefined) {
    process.stdout.write(content)
    return
  }
  await writeFile(out, content).catch((error: Error) => {
    throw new ExitError(`Failed to write ${out}: ${error.message}. Choose a file in a writable folder.`, 1)
  })
}

const baseOf = ({ origin, pathname }: URL) => `${origin}${pathname.replace(/\/+$/, '')}`

/** @throws UsageError unless the value is a profile */
function profileOf({ profile = 'objects' }: { profile?: string | undefined }): Profile {
  if (profile === 'objects' || profile === 'strict') return profile
  throw new UsageError(`--profile "${profile}" does not exist. Use objects or strict.`)
}

/** @throws UsageError unless the text is the URL of a service without /v1, with which every path of the document begins */
function checkServer(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || `${url.username}${url.search}${url.hash}` !== '') {
    throw new UsageError(
      `--server "${text}" is not the URL of a service. Write it as https://api.example.com.`,
    )
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    throw new UsageError(
      `--server "${text}" ends with /v1, which every path in the document begins with. Leave it out: ${baseOf(url).slice(0, -'/v1'.length)}.`,
    )
  }
}

/** @throws UsageError if the file's extension is that of another format */
function isYaml({ yaml, out }: { yaml: boolean; out?: string | undefined }): boolean {
  const extension = out === undefined ? '' : extname(out).toLowerCase()
  if (!['', '.json', '.yaml', '.yml'].includes(extension)) {
    throw new UsageError(
      `--out ${out} is of an unknown format: ${extension}. Let it end with .json, .yaml or .yml.`,
    )
  }
  if (yaml && extension === '.json') {
    throw new UsageError(`--yaml contradicts --out ${out}. Leave out --yaml, or let the file end with .yaml.`)
  }
  return yaml || extension === '.yaml' || extension === '.yml'
}
