// biome-ignore-all format: written by npm run snapshots from the contract and its descriptions

/** Something that can be booked. */
export type Resource = {
  /** Identifies the resource. */
  id: number
  /** The schedule that it belongs to. */
  schedule_id: string
  /** The name. No two resources have the same one, and it is never blank. At most 100 characters. */
  name: string
  /** What it is, in a sentence. At most 200 characters. */
  description: string
  /** Colour of the name. `#RRGGBB`. */
  color_fg: string
  /** Colour behind the name. `#RRGGBB`. */
  color_bk: string
  /** Colour of its row in the schedule. `#RRGGBB`. */
  color_schedule: string
  /** Whether the text is bold. */
  text_bold: boolean
  /** A web address that begins with `http://` or `https://`, or `""` for none. At most 250 characters. */
  link: string
  /** The text to show for the link. At most 100 characters. */
  link_title: string
  /** A note of one or more lines. At most 500 characters. */
  note: string
  /** The first field for your own use. At most 200 characters. */
  custom_1: string
  /** The second field for your own use. At most 200 characters. */
  custom_2: string
  /** When it was last updated: UTC, ISO 8601. */
  updated_at: string
  /** When it was created: UTC, ISO 8601. */
  created_at: string
}

/** To create a resource. */
export type NewResourceBody = {
  /** The name. No two resources have the same one, and it is never blank. At most 100 characters. */
  name: string
  /** What it is, in a sentence. At most 200 characters. @default "" */
  description?: string | undefined
  /** Colour of the name. `#RRGGBB`. @default "#000000" */
  color_fg?: string | undefined
  /** Colour behind the name. `#RRGGBB`. @default "#FFFFFF" */
  color_bk?: string | undefined
  /** Colour of its row in the schedule. `#RRGGBB`. @default "#FFFFFF" */
  color_schedule?: string | undefined
  /** Whether the text is bold. @default false */
  text_bold?: boolean | undefined
  /** A web address that begins with `http://` or `https://`, or `""` for none. At most 250 characters. @default "" */
  link?: string | undefined
  /** The text to show for the link. At most 100 characters. @default "" */
  link_title?: string | undefined
  /** A note of one or more lines. At most 500 characters. @default "" */
  note?: string | undefined
  /** The first field for your own use. At most 200 characters. @default "" */
  custom_1?: string | undefined
  /** The second field for your own use. At most 200 characters. @default "" */
  custom_2?: string | undefined
}

/** The fields of a resource to change. */
export type ResourceBody = {
  [Name in keyof Omit<Resource, 'id' | 'schedule_id' | 'updated_at' | 'created_at'>]?: Resource[Name] | undefined
}
