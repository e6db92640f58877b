/*
 * Links to the sections of the interface, `docs/interface.md`, which a server has at `/interface.md`.
 */

/** The URL of a server started without options. */
export const defaultServer = 'http://127.0.0.1:4000'

const addressOf = (section: string): string => `${defaultServer}/interface.md#section-${section}`

/** A link to a section in Markdown, such as `section 2.5`. */
export const sectionLink = (section: string): string => `[section ${section}](${addressOf(section)})`

/** A link to a section for a tag or a schema. */
export const sectionDocs = (section: string) => ({
  externalDocs: { description: `Section ${section}`, url: addressOf(section) },
})
