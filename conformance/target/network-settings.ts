import * as z from 'zod'

const file = z.string().min(1, { error: 'must be the path of a PEM file' })

/** Headers that the kit sets itself, or checks. */
const ownHeaders =
  /^(?:accept|authorization|connection|content-.*|expect|host|schedkit-.*|te|transfer-encoding|upgrade|user-agent)$/i

function faultOf(name: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'must be the name of a header'
  return ownHeaders.test(name) ? 'must not be a header that the kit sets itself' : undefined
}

/** How to reach the target, in a target file. */
export const networkShape = z
  .strictObject({
    headers: z
      .record(
        z.string(),
        z.string().regex(/^[\t\x20-\x7e]+$/, { error: 'must be a text of ASCII characters on one line' }),
      )
      .superRefine((headers, context) => {
        for (const name of Object.keys(headers)) {
          const message = faultOf(name)
          if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
        }
      })
      .default({}),
    ca: file.exactOptional(),
    certificate: file.exactOptional(),
    key: file.exactOptional(),
    passphrase: z.string().exactOptional(),
    proxy: z
      .string()
      .refine(url => URL.canParse(url) && /^https?:\/\//i.test(url), {
        error: 'must be the URL of an HTTP proxy, such as "http://proxy.example.test:3128"',
      })
      .exactOptional(),
    userAgent: z
      .string()
      .regex(/^[\x20-\x7e]+$/, { error: 'must be a text of ASCII characters on one line' })
      .exactOptional(),
    neutral: z.boolean().default(false),
  })
  .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), {
    error: 'must have both "certificate" and "key", or none of them',
  })

export type NetworkSettings = z.infer<typeof networkShape>
