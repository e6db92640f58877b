// biome-ignore-all format: written by npm run snapshots from the contract and its descriptions

/** A reservation of a resource. */
export type Booking = {
  /** Identifies the booking. */
  id: number
  /** The schedule that it belongs to. */
  schedule_id: string
  /** The resource that is reserved. */
  resource_id: number
  /** The title; it may be empty. At most 100 characters. */
  title: string
  /** When it starts. As `YYYY-MM-DD hh:mm`, in the time zone of your account. */
  start: string
  /** When it ends. As `YYYY-MM-DD hh:mm`, in the time zone of your account. */
  end: string
  /** Show dates without times. It takes effect where both times are at 0:00 for the reader. */
  all_day_display: boolean
  /** Colour of the title. `#RRGGBB`. */
  color_fg: string
  /** Colour of the bar. `#RRGGBB`. */
  color_bk: string
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
  /** `start` in UTC, ISO 8601. */
  start_utc: string
  /** `end` in UTC, ISO 8601. */
  end_utc: string
  /** When it was last updated: UTC, ISO 8601. */
  updated_at: string
  /** When it was created: UTC, ISO 8601. */
  created_at: string
}

/** To create a booking. */
export type NewBookingBody = {
  /** The resource that is reserved. */
  resource_id: number
  /** The title; it may be empty. At most 100 characters. @default "" */
  title?: string | undefined
  /** When it starts. ISO 8601 or `YYYY-MM-DD hh:mm`; without a zone, in the time zone of your account. */
  start: string
  /** When it ends; not before `start`. ISO 8601 or `YYYY-MM-DD hh:mm`; without a zone, in the time zone of your account. */
  end: string
  /** Show dates without times. It takes effect where both times are at 0:00 for the reader. @default false */
  all_day_display?: boolean | undefined
  /** Colour of the title. `#RRGGBB`. @default "#000000" */
  color_fg?: string | undefined
  /** Colour of the bar. `#RRGGBB`. @default "#FFFFFF" */
  color_bk?: string | undefined
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

/** The fields of a booking to change. */
export type BookingBody = {
  [Name in keyof Omit<Booking, 'id' | 'schedule_id' | 'start' | 'end' | 'start_utc' | 'end_utc' | 'updated_at' | 'created_at'>]?: Booking[Name] | undefined
} & {
  /** When it starts. ISO 8601 or `YYYY-MM-DD hh:mm`; without a zone, in the time zone of your account. */
  start?: string | undefined
  /** When it ends; not before `start`. ISO 8601 or `YYYY-MM-DD hh:mm`; without a zone, in the time zone of your account. */
  end?: string | undefined
}
