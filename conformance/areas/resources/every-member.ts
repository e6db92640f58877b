import type { Context, JsonObject } from '../../runner/index.js'

/** A value other than the default for each of the 11 members that may be written (section 2.1). */
export const everyMember = ({ name }: Pick<Context, 'name'>): JsonObject => ({
  name: name(),
  description: 'North wing, second floor',
  color_fg: '#123456',
  color_bk: '#ABCDEF',
  color_schedule: '#0F1E2D',
  text_bold: true,
  link: 'https://example.com/rooms/12',
  link_title: 'Plan of the floor',
  note: 'Key at the desk\nRing twice',
  custom_1: 'projector',
  custom_2: '24 seats',
})
