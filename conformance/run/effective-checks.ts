// Written by `npm run proof -- --write`: the checks that catch most faults for their requests, best first, with their requests on
// the reference server, each alone, and the number of faults that no check before them catches.
export const effectiveChecks = `
USER-01:1:4 ENV-01:4:13 RES-04.nothing:6:18 ENV-06.me:1:2 BKG-25.updated:9:17 COL-14:4:6 RES-44.minimal:7:10
CROSS-30:15:21 RES-39:5:6 LIST-09.bookings:2:2 AUTH-01:2:2 LIST-09.resources:2:2 LIST-09.collaborators:2:2
LIST-12.empty.collaborators:2:2 CROSS-06.collaborators:2:2 COL-13.mail.editor:3:3 PERM-12.get-me:2:2 AUTH-04.bearer:2:2
USER-29.all:9:8 TIME-23:12:10 ENV-05.bare-bulk-delete:16:13 COL-21.delete-collaborator:5:4 RES-47.malformed:4:3
RES-28.name:9:6 ENV-13.resource.long:6:4 RES-40.text-bold:6:4 RES-35.schedule-id.second:5:3 BKG-17.accents:12:7
CROSS-09:18:10 AUTH-05:2:1 UNIQ-15:8:4 TIME-10:10:5 LIST-15.resources:2:1 COL-19.updated:6:3 USER-39:16:8
AUTH-04.empty-password:2:1 RES-05.create:9:4 RES-18.none:9:4 BKG-10.accents:12:5 FILT-12.made:17:7
ENV-03.get-collaborators:5:2 AUTH-03.another:5:2 CROSS-37.named-constructor:5:2 RES-21.update:8:3 BKG-04:8:3
BKG-16.line-feeds:11:4 ENV-16.backslashes:18:6 RES-22.create:9:3 CROSS-22:9:3 RES-13.color-schedule:6:2
BKG-14.schemes.create:19:6 COL-15.pattern:16:5 PERM-19.delete-resource:10:3 USER-45:17:5 CROSS-11:34:10 USER-30:17:5
RES-29.custom-1.over:7:2 RES-29.custom-2.over:7:2 BKG-25.updated-in-bulk-of-resource:14:4 RES-46.put:7:2
COL-08.again:7:2 COL-06:7:2 COL-25.create:7:2 USER-10:18:5 BKG-18.update:11:3 BKG-27.link-title.bulk-of-resource:15:4
PERM-02.editor.own:15:4 USER-37:23:6 PERM-09.viewer:35:9 USER-48:47:12 BKG-12.default:8:2 RES-22.line-feeds:8:2
RES-35.created-at:4:1 RES-35.id:4:1 BKG-32.first-deleted:16:4 RES-14.default:4:1 RES-49.create:28:7 BKG-05:8:2
BKG-06:8:2 COL-20.create:8:2 USER-38.together:20:5 RES-07.create:9:2 CROSS-07:14:3 UNIQ-17.create:14:3
RES-12.color-bk.update:19:4 ENV-18:20:4 UNIQ-01:10:2 COL-10.update:15:3 PERM-12.get-resource-bookings:10:2
ENV-10.put-collaborator:5:1 RES-04.description:5:1 RES-46.list:5:1 RES-46.read:5:1 BKG-27.note.bulk-of-resource:15:3
BKG-27.title.bulk-of-resource:15:3 LIST-09.resource-bookings:5:1 TIME-01.leap-day:10:2 COL-13.mail.again:5:1 COL-26:5:1
AUTH-03.letter-case:5:1 AUTH-03.line-end:5:1 RES-17.create:16:3 PERM-04.editor.own:16:3 ENV-15.update:11:2
BKG-15.update:11:2 BKG-14.length.update:11:2 BKG-13.update:11:2 TIME-22.bulk-of-resource:23:4
ENV-16.resource.update:6:1 RES-30:6:1 BKG-08.foreign:12:2 RES-40.custom-2:6:1 CROSS-38:18:3 RES-18.case:6:1
CROSS-17:48:8 BKG-10.create:12:2 BKG-15.create:12:2 BKG-16.create:12:2 BKG-17.create:12:2 BKG-18.create:12:2
BKG-14.length.create:12:2 BKG-41.create:36:6 BKG-09.omitted:6:1 BKG-38.malformed:30:5 ENV-06.nothing:6:1
LIST-30.resources:12:2 COL-28:6:1 COL-25.update:6:1 USER-34.together:18:3 PERM-12.post-resources:6:1 USER-15:19:3
UNIQ-02:13:2 TIME-22.minutes:13:2 FILT-13:26:4 USER-25:13:2 RES-12.color-fg.create:20:3 BULK-15.update:27:4
RES-29.description.over:7:1 COL-12:14:2 BULK-19.resources:49:7 RES-34.created-at:7:1 RES-34.updated-at:7:1
PERM-12.get-resource:7:1 RES-46.delete:7:1 PERM-12.delete-resource:7:1 RES-49.update:28:4 FILT-06.winter:14:2
TIME-18:35:5 TIME-01.far:7:1 TIME-01.early:7:1 UNIQ-16.letter-case:7:1 COL-09.create.editor:7:1 PERM-20:21:3
BKG-11.refused.update:22:3 USER-13:22:3 BKG-27.custom-1.bulk-of-resource:15:2 BKG-27.custom-2.bulk-of-resource:15:2
BKG-27.link.length.bulk-of-resource:15:2 TIME-20.create-start:15:2 RES-25.update:8:1 RES-19.update:8:1
ENV-10.put-resource-bookings:8:1 RES-34.schedule-id.second:8:1 RES-40.together:8:1 RES-26.again:8:1 BKG-19:8:1
TIME-17:16:2 BKG-24.create.schedule:8:1 BKG-37:16:2 PERM-07.editor:16:2 PERM-10.collaborator:16:2 USER-50:16:2
CROSS-16.resource.zero.update:8:1 BKG-08.malformed:8:1 TIME-20.update-start:17:2 RES-21.create:9:1 RES-24.create:9:1
RES-25.create:9:1 BKG-14.schemes.update:18:2 RES-19.create:9:1 RES-31:9:1 BKG-09.empty.update:9:1
BKG-16.multi-line.update:9:1 BKG-11.lower-case:9:1 BKG-41.update:36:4 USER-27.updated:9:1 COL-20.user:9:1 COL-04:9:1
COL-19.utc:9:1 USER-33.together:18:2 USER-20:18:2 AUTH-03.pattern:9:1 USER-36:19:2 CROSS-37.constructor:10:1
ENV-13.booking.long:10:1 RES-48:10:1 BKG-26.start:10:1 USER-32.settings:30:3 ENV-15.create:11:1 RES-15.update:11:1
BKG-21.update:11:1 BKG-20.kept.update:11:1 BKG-18.independent:11:1 BKG-27.link.schemes.bulk-of-resource:22:2
COL-10.create:22:2 USER-33.spaces:22:2 USER-26:11:1 TIME-21.create-start:23:2 RES-29.name:12:1 RES-29.note:12:1
BKG-25.utc:12:1 BKG-41.bulk-of-resource:36:3 UNIQ-17.update:12:1 USER-07.characters:12:1 USER-08.characters:12:1
UNIQ-04:49:4 TIME-20.bulk-of-resource:25:2 RES-49.bulk:63:5 PERM-19.post-bookings:13:1 BKG-20.kept.times:13:1
BKG-26.all.bulk-of-resource:13:1 BKG-09.empty.bulk-of-resource:13:1 FILT-09:26:2 FILT-07:40:3 USER-53:40:3 BKG-39:27:2
USER-32.second:27:2 BKG-13.type:14:1 FILT-03:28:2 TIME-03.one-zone:14:1 COL-18:14:1 LIST-31.unnamed.resources:15:1
RES-17.update:15:1 RES-19.bulk:45:3 BKG-08.unknown-update:15:1 USER-52:15:1 CROSS-16.resource.bulk:62:4
CROSS-08.resources:80:5 BULK-20.update.resource-bookings:48:3 BULK-19.collaborators:48:3 USER-31.letter-case:16:1
CROSS-35:16:1 USER-48.password:16:1 BKG-24.schedule-id:49:3 USER-43:33:2 CROSS-18.times:17:1 PERM-03.editor:17:1
USER-35.spaces:17:1 USER-42:17:1 USER-05:17:1 LIMIT-02:34:2 USER-32.collaborations:35:2 ENV-16.html:18:1
ENV-16.decomposed:18:1 FILT-04:18:1 CROSS-28:18:1 USER-37.base64:18:1 USER-48.email:18:1 BKG-32:37:2 BULK-13:57:3
USER-31.mail:19:1 AUTH-04.address-alone:19:1 USER-32.old:19:1 USER-18:19:1 AUTH-03.numeric:19:1 AUTH-03.end:19:1
AUTH-03.writes:19:1 FILT-05:20:1 LIST-28.collaborators:20:1 USER-33.updated:20:1 USER-16.regions:40:2
PERM-06.editor.own:62:3 FILT-15:21:1 LIST-17.bookings:86:4 RES-32.in-bulk:44:2 TIME-01.rarer:44:2 UNIQ-06:44:2
CROSS-36:22:1 COL-19.updated-in-bulk:45:2 BULK-04.bookings:46:2 BKG-12.refused.create:23:1 BKG-25.updated-in-bulk:46:2
COL-20:23:1 BKG-41.bulk:70:3 CROSS-32:24:1 BKG-40:24:1 USER-41.address:24:1 RES-45.malformed:25:1 UNIQ-11.bulk:50:2
USER-12:25:1 USER-32.capitals:25:1 CROSS-25:25:1 UNIQ-10.ids:52:2 PERM-05.editor.own:52:2 USER-35:27:1
LIST-06.collaborators:82:3 RES-12.color-schedule.bulk:56:2 BKG-21.collaborator:28:1 BULK-09.resource-bookings:56:2
USER-32.german:28:1 USER-51.later:28:1 RES-32.each:57:2 BKG-36.unknown:57:2 BULK-13.moved:57:2 LIST-28.resources:29:1
RES-20:58:2 BKG-27.color-bk.refused.bulk:58:2 TIME-14.bulk-of-resource:29:1 LIST-27.resources:29:1 CROSS-42:29:1
UNIQ-08:59:2 CROSS-40:30:1 FILT-08:30:1 LIST-07.same-time:31:1 CROSS-27:31:1 BULK-07.resources:63:2
BULK-20.delete.resource-bookings:64:2 BKG-34:98:3 CROSS-12:66:2 BULK-17.update.bookings:66:2 USER-32.password:33:1
USER-17:33:1 CROSS-34:33:1 BULK-01.undecodable.resource-bookings:34:1 USER-32.own:34:1 CROSS-20.resource-bookings:34:1
LIMIT-04:34:1 USER-41.address-activated:35:1 BULK-09.zero.resource-bookings:70:2 CROSS-19:36:1
BULK-01.collaborators:37:1 USER-32.invited:37:1 CROSS-41.booking.bulk:76:2 LIST-28.single.booking:38:1 USER-32:115:3
BULK-15.delete:40:1 CROSS-18:40:1 USER-51:40:1 CROSS-14.bulk:41:1 BULK-16.collaborators:124:3
LIST-29.collaborators:84:2 RES-05.bulk:43:1 RES-23.bulk:43:1 BULK-18.delete.resource-bookings:43:1 RES-07.bulk:45:1
RES-22.bulk:45:1 RES-25.bulk:45:1 UNIQ-07:45:1 COL-19.created:45:1 COL-24:45:1 COL-25.bulk:45:1 TIME-07:46:1
RES-36.schedule-id.second:47:1 UNIQ-17.bulk:47:1 CROSS-23:47:1 RES-15.bulk:48:1 FILT-06:48:1 CROSS-20.resources:48:1
BKG-24.created-at:49:1 BKG-24.start-utc:49:1 BKG-24.end-utc:49:1 BULK-23.resource-bookings:49:1 PERM-18:49:1
CROSS-20.collaborators:49:1 PERM-19.put-bookings:50:1 TIME-22.one:51:1 RES-17.bulk:52:1 BULK-10.resource-bookings:53:1
COL-10.bulk:53:1 BKG-27.link.schemes.bulk:54:1 BULK-16.resource-path:54:1 PERM-12.delete-collaborators:54:1 COL-22:56:1
CROSS-03.delete.resource-bookings:57:1 BULK-08.resource-bookings:58:1 TIME-20.bulk:59:1 BULK-16.resources:119:2
BULK-20.update.resources:67:1 PERM-10:138:2 BULK-06.bookings:70:1 BULK-17.delete.collaborators:70:1
BULK-20.update.collaborators:71:1 BULK-20.update.bookings:71:1 BULK-06.collaborators:72:1 USER-16:73:1
PERM-06.editor.all:74:1 BKG-25.each:75:1 BKG-34.first-deleted:78:1 LIST-21.zero.collaborators:78:1
LIST-21.wildcard.resources:78:1 CROSS-04.collaborators:79:1 LIST-24.collaborators:79:1 LIST-18.resources:80:1
LIST-23.resources:80:1 PERM-13.editor.bulk:81:1 LIST-16.resource-bookings:81:1 LIST-08.collaborators:81:1
LIST-12.resources:81:1 LIST-22.bookings:81:1 LIST-06.resources:82:1 LIST-33.resource-bookings:83:1
LIST-33.bookings:83:1 LIST-23.bookings:83:1 BULK-20.delete.resources:85:1 BULK-03.times:87:1 CROSS-01.hundred:267:3
BULK-20.delete.collaborators:90:1 BULK-20.delete.bookings:92:1 LIST-13.bookings:95:1 CROSS-41.resource:112:1
BKG-35:118:1 BULK-05.resources:131:1 BULK-02.collaborators:134:1 BULK-05.collaborators:135:1 BULK-23.resources:137:1
UNIQ-09:138:1 BULK-23.collaborators:142:1 BULK-02.registered:145:1 BULK-05.registered:148:1 BULK-23.bookings:157:1
CROSS-02.bookings:185:1 CROSS-02.hundred:370:1
`

/** The number of faulty servers that the kit catches. */
export const knownFaults = 923
