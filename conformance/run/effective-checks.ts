// Written by `npm run proof -- --write`: the checks that catch most faults for their requests, best first, with their requests on
// the reference server, each alone, and the number of faults that no check before them catches.
export const effectiveChecks = `
USER-01:2:4 RES-39:6:7 ENV-04:1:1 CROSS-06.collaborators:3:2 RES-09:5:3 RES-21.update:9:5 BKG-01.minimal:9:5
ENV-08.resource:4:2 ENV-11.delete-collaborator:4:2 ENV-06.me:2:1 COL-13.mail:4:2 USER-04:2:1 CROSS-39.resource:4:2
RES-26.again:9:4 BKG-29:9:4 COL-03:5:2 RES-47.malformed:5:2 RES-43.ids:5:2 RES-08:5:2 BKG-10.accents:13:5
COL-08.again:8:3 ENV-07.empty:6:2 ENV-05.missing-name:6:2 LIST-14.resources:3:1 LIST-09.resources:3:1
LIST-09.bookings:3:1 LIST-09.collaborators:3:1 LIST-15.resources:3:1 LIST-15.collaborators:3:1 PERM-12.get-me:3:1
USER-10:15:5 AUTH-04.empty-password:3:1 AUTH-04.bearer:3:1 AUTH-05:3:1 BKG-17.accents:13:4 BKG-18.update:13:4
RES-30:7:2 RES-40.name:7:2 RES-13.color-schedule:7:2 UNIQ-03.round-trip:7:2 COL-01:7:2 USER-39:18:5 TIME-02:15:4
ENV-03.delete-collaborator:4:1 RES-44.minimal:8:2 BKG-26.start:12:3 BKG-14.schemes.update:20:5 COL-06:8:2
COL-25.create:8:2 USER-48:48:12 RES-49.create:29:7 BKG-15.accents:13:3 BKG-16.line-feeds:13:3 RES-05.update:9:2
RES-07.update:9:2 RES-19.update:9:2 RES-24.update:9:2 RES-25.update:9:2 RES-28.name:9:2 RES-03.list:9:2
BKG-13.default:9:2 BKG-19:9:2 UNIQ-10:9:2 ENV-01:5:1 RES-07.create:10:2 RES-05.create:10:2 RES-22.create:10:2
RES-35.created-at:5:1 RES-35.id:5:1 RES-38.single:5:1 RES-38.list:5:1 RES-43.single:5:1 RES-10:5:1 RES-14.default:5:1
RES-18.none:10:2 BKG-07:15:3 BKG-04:10:2 BKG-05:10:2 BKG-06:10:2 UNIQ-17.create:15:3 COL-17:10:2 AUTH-03.pattern:10:2
CROSS-22:10:2 RES-12.color-fg.create:21:4 TIME-23:16:3 COL-10.update:16:3 RES-20:11:2 BKG-31.full:11:2 COL-22:11:2
USER-07.characters:11:2 RES-17.create:17:3 BKG-25.updated-in-bulk-of-resource:17:3 RES-49.update:29:5
ENV-15.update:12:2 RES-31:12:2 RES-35.schedule-id.second:6:1 RES-46.list:6:1 RES-46.read:6:1
BKG-27.title.bulk-of-resource:18:3 TIME-10:12:2 TIME-11:12:2 FILT-12.made:18:3 LIST-30.resources:12:2
COL-21.get-collaborators:6:1 COL-26:6:1 USER-44:18:3 USER-40:6:1 AUTH-03.letter-case:6:1 AUTH-03.longer:6:1
AUTH-03.line-end:6:1 AUTH-03.another:6:1 CROSS-37.named-tostring:6:1 BKG-41.create:38:6 CROSS-09:19:3 USER-37:19:3
CROSS-38:19:3 RES-11.color-bk.update:13:2 BKG-13.update:13:2 BKG-14.length.update:13:2 BKG-39:13:2 USER-25:13:2
AUTH-02.writes:13:2 USER-20:20:3 FILT-13:27:4 ENV-13.resource:7:1 ENV-12.collaborator:7:1 RES-18.case:7:1
RES-23.update:7:1 RES-27.description:7:1 BKG-15.create:14:2 BKG-08.foreign:14:2 BKG-10.create:14:2 BKG-18.create:14:2
BKG-14.length.create:14:2 BKG-16.create:14:2 BKG-17.create:14:2 BKG-38.malformed:28:4 LIST-09.resource-bookings:7:1
COL-23.single:14:2 COL-19.iso:7:1 COL-25.update:7:1 USER-08.characters:14:2 USER-24:14:2 CROSS-13.resource:7:1
CROSS-14.update:7:1 TIME-04.gap:15:2 PERM-02.editor.own:15:2 ENV-08.booking:8:1 RES-29.custom-2.over:8:1
RES-34.created-at:8:1 RES-34.updated-at:8:1 RES-46.put:8:1 RES-46.delete:8:1 BKG-09.omitted:8:1 BKG-37:16:2
BKG-11.refused.update:24:3 COL-19.updated:8:1 COL-09.create.editor:8:1 COL-12.no-account:8:1 CROSS-39.booking:8:1
ENV-10.put-me.password:17:2 TIME-20.create-start:17:2 COL-15.pattern:17:2 PERM-04.editor.own:17:2 PERM-07.editor:17:2
CROSS-35:17:2 USER-50:17:2 RES-22.update:9:1 RES-22.line-feeds:9:1 RES-28.note:9:1 RES-34.schedule-id.second:9:1
RES-37.update.first:9:1 RES-14.update:9:1 RES-16.update:9:1 RES-25.independent:9:1 BKG-20:9:1
BKG-27.custom-2.bulk-of-resource:18:2 BKG-27.link.length.bulk-of-resource:18:2 BKG-27.link-title.bulk-of-resource:18:2
BKG-27.note.bulk-of-resource:18:2 BKG-27.custom-1.bulk-of-resource:18:2 BKG-11.default:9:1 BKG-12.default:9:1
TIME-01.far:9:1 TIME-01.leap-day:9:1 UNIQ-15:9:1 UNIQ-11:9:1 COL-05:9:1 PERM-11.elsewhere:9:1 USER-18:18:2 USER-27:18:2
CROSS-16.resource.zero.update:9:1 CROSS-07:18:2 BKG-41.update:38:4 TIME-17:19:2 TIME-20.update-end:19:2 FILT-04:19:2
USER-33:19:2 CROSS-28:19:2 CROSS-30:19:2 ENV-06.booking:10:1 ENV-10.put-resource-bookings:10:1 ENV-13.registered:10:1
RES-19.create:10:1 RES-21.create:10:1 RES-24.create:10:1 RES-25.create:10:1 RES-12.color-bk.update:20:2 COL-11:10:1
COL-20.user:10:1 COL-16:10:1 COL-04:10:1 BKG-08.malformed:10:1 BKG-14.schemes.create:21:2 BKG-21.zone:21:2 TIME-15:21:2
TIME-18:21:2 PERM-20:21:2 USER-15:21:2 BKG-09.empty.update:11:1 BKG-16.multi-line.update:11:1 BKG-11.lower-case:11:1
USER-27.updated:11:1 UNIQ-01:11:1 PERM-15.get-resource:11:1 PERM-19.delete-resource:11:1 USER-02.changed:11:1
CROSS-13.booking:11:1 CROSS-37.constructor:11:1 CROSS-37.proto:11:1 USER-16:34:3 COL-10.create:23:2 USER-38:23:2
BKG-33:35:3 ENV-15.create:12:1 ENV-07.booking:12:1 RES-33:48:4 RES-45.put:12:1 RES-15.update:12:1 RES-45.delete:12:1
BKG-03:12:1 BKG-24.schedule:12:1 BKG-25.updated:12:1 BKG-23:12:1 TIME-08:48:4 TIME-05:12:1 COL-19.utc:12:1
PERM-12.get-resource-bookings:12:1 USER-26:12:1 BKG-27.link.schemes.bulk-of-resource:25:2 TIME-12:25:2 FILT-01:25:2
FILT-10:25:2 BKG-41.bulk-of-resource:38:3 ENV-02.delete-resource-bookings:13:1 ENV-03.get-bookings:13:1
ENV-10.put-booking:13:1 RES-29.note:13:1 RES-29.name:13:1 BKG-18.independent:13:1 BKG-30:26:2 UNIQ-02:13:1
UNIQ-17.update:13:1 USER-47:13:1 USER-23:13:1 RES-49.bulk:67:5 PERM-19.post-bookings:14:1 FILT-09:29:2
BKG-08.unknown-update:15:1 BKG-09.empty.bulk-of-resource:15:1 TIME-24:15:1 LIST-31.unnamed.resources:15:1 USER-14:15:1
USER-19:15:1 USER-21:15:1 USER-32:46:3 FILT-08:31:2 RES-17.update:16:1 BKG-25.utc:16:1 BKG-32.first-deleted:16:1
BKG-13.type:16:1 COL-20:16:1 COL-18:16:1 PERM-01.editor:16:1 USER-52:16:1 CROSS-16.resource.update:16:1 CROSS-26:16:1
RES-42:17:1 TIME-14.update:34:2 USER-43:34:2 USER-48.password:17:1 LIMIT-02:35:2 COL-02:18:1 PERM-03.editor:18:1
PERM-15.get-booking:18:1 USER-30:18:1 USER-45:18:1 USER-42:18:1 USER-05:18:1 CROSS-18.times:18:1 FILT-06:37:2
BULK-20.update.resource-bookings:56:3 ENV-16.html:19:1 ENV-16.backslashes:19:1 ENV-16.emoji:19:1 ENV-16.quotes:19:1
TIME-20.update-start:19:1 PERM-08.editor:19:1 PERM-14.get-resource-bookings.viewer:19:1 USER-03.changed:19:1
USER-48.email:19:1 LIST-26.collaborators:20:1 BULK-17.update.resource-bookings:40:2 USER-36:20:1 USER-32.old:20:1
AUTH-03.end:20:1 AUTH-03.numeric:20:1 USER-31.mail:20:1 BULK-19.resource-bookings:41:2 BKG-31:21:1 FILT-05:21:1
USER-41.together:42:2 AUTH-02:21:1 PERM-06.editor.own:64:3 CROSS-29:22:1 PERM-14.get-booking.editor:22:1 USER-13:22:1
BKG-11.values.bulk-of-resource:24:1 USER-35:24:1 CROSS-36:24:1 FILT-11:49:2 BKG-40:25:1 BKG-12.refused.create:25:1
TIME-21.create-start:25:1 TIME-16:25:1 FILT-03:25:1 USER-41.address:25:1 RES-32.in-bulk:51:2 RES-19.bulk:52:2
RES-24.bulk:52:2 COL-19.updated-in-bulk:52:2 CROSS-32:26:1 CROSS-25:26:1 CROSS-23:53:2 BKG-41.bulk:81:3
TIME-20.bulk-of-resource:27:1 BULK-13:54:2 USER-12:27:1 USER-31.collaborations:27:1 BULK-12:28:1 UNIQ-04:56:2
PERM-05.editor.own:56:2 CROSS-17:57:2 TIME-01:29:1 LIST-27.resources:29:1 LIST-28.resources:29:1 BULK-15.update:29:1
USER-32.german:29:1 USER-17:29:1 USER-51.later:29:1 RES-17.bulk:59:2 BKG-25.updated-in-bulk:60:2 COL-10.bulk:60:2
BULK-09.resource-bookings:61:2 TIME-03:31:1 UNIQ-13:62:2 RES-12.color-schedule.bulk:63:2 LIST-13.bookings:96:3
CROSS-10:64:2 CROSS-27:32:1 BKG-02:33:1 TIME-13.together:99:3 UNIQ-08:68:2 CROSS-34:34:1 BKG-36.unknown:70:2
LIST-25.resource-bookings:35:1 LIMIT-04:35:1 BULK-20.delete.resource-bookings:71:2 BKG-27.color-bk.refused.bulk:72:2
PERM-09.editor:36:1 PERM-13.editor.single:36:1 USER-32.collaborations:36:1 LIST-26.bookings:37:1
USER-41.address-activated:37:1 CROSS-31:37:1 TIME-09:75:2 CROSS-11:38:1 LIST-21.zero.collaborators:78:2
LIST-28.single.booking:39:1 BULK-09.zero.resource-bookings:78:2 LIST-02.collaborators:79:2 CROSS-04.resources:79:2
LIST-18.resources:80:2 BULK-01.collaborators:41:1 BULK-15.delete:41:1 USER-51:41:1 CROSS-19:41:1 LIST-33.bookings:84:2
CROSS-18:42:1 BKG-34.first-deleted:86:2 BULK-18.update.resource-bookings:43:1 CROSS-20.resource-bookings:43:1
FILT-07:44:1 CROSS-14.bulk:45:1 BULK-02.resource-bookings:46:1 RES-05.bulk:47:1 LIST-19.resource-bookings:94:2
TIME-07:48:1 BULK-04.collaborators:48:1 RES-23.bulk:49:1 RES-27.bulk:49:1 UNIQ-05:49:1 UNIQ-06:49:1 COL-24:49:1
COL-19.created:49:1 COL-25.bulk:50:1 PERM-18:50:1 RES-36.created-at:51:1 BULK-18.delete.resource-bookings:51:1
UNIQ-07:51:1 UNIQ-17.bulk:51:1 RES-22.bulk:52:1 RES-21.bulk:52:1 RES-25.bulk:52:1 RES-37.bulk.first:52:1
RES-14.bulk:52:1 RES-16.bulk:52:1 RES-07.bulk:52:1 BULK-03.resources:52:1 RES-36.schedule-id.second:53:1
BULK-13.moved:54:1 BULK-19.collaborators:54:1 COL-09.bulk.viewer:54:1 RES-15.bulk:55:1 BULK-04.bookings:55:1
AUTH-06.together:166:3 PERM-12.delete-collaborators:56:1 RES-32:57:1 BKG-25.created:57:1 RES-11.color-fg.bulk:58:1
BULK-06.resource-bookings:58:1 BULK-10.resource-bookings:58:1 CROSS-20.collaborators:58:1
CROSS-03.update.resources:117:2 BULK-05.resource-bookings:60:1 BULK-23.resource-bookings:60:1 BKG-24.start-utc:61:1
BKG-24.created-at:61:1 BKG-24.end-utc:61:1 PERM-19.put-bookings:62:1 BULK-03.bookings:64:1
BULK-08.resource-bookings:65:1 UNIQ-14:67:1 BKG-27.link.schemes.bulk:68:1 TIME-22.bulk:70:1 TIME-20.bulk:70:1
BULK-07.resources:71:1 BULK-06.resources:71:1 PERM-10:147:2 TIME-14.bulk:77:1 BULK-06.collaborators:77:1
LIST-04.resources:78:1 LIST-22.resources:78:1 LIST-21.wildcard.resources:78:1 CROSS-05.resources:78:1
LIST-16.resources:78:1 LIST-24.collaborators:79:1 BULK-06.bookings:79:1 BULK-17.delete.collaborators:79:1
LIST-23.resources:80:1 BULK-20.update.resources:80:1 LIST-01.resources:81:1 LIST-07.resources:81:1
LIST-06.resources:81:1 LIST-08.collaborators:81:1 LIST-06.collaborators:81:1 LIST-12.collaborators:81:1
LIST-12.resources:81:1 BULK-20.update.collaborators:81:1 CROSS-12:81:1 LIST-03.collaborators:82:1
LIST-10.resources:82:1 LIST-12.empty.bookings:82:1 LIST-17.resources:83:1 LIST-17.collaborators:83:1
LIST-24.resource-bookings:83:1 BULK-17.update.bookings:83:1 PERM-13.editor.bulk:83:1 LIST-33.resource-bookings:84:1
LIST-29.resources:84:1 LIST-29.collaborators:84:1 LIST-23.bookings:84:1 UNIQ-09:168:2 LIST-11.collaborators:85:1
LIST-15.pages.bookings:85:1 LIST-10.bookings:86:1 BULK-20.update.bookings:86:1 LIST-17.bookings:87:1
LIST-29.bookings:88:1 BULK-20.delete.resources:97:1 BULK-20.delete.collaborators:98:1 CROSS-24:103:1
BULK-20.delete.bookings:105:1 TIME-22:106:1 CROSS-01:109:1 CROSS-33.editor:110:1 BKG-34:111:1 CROSS-02:122:1
BKG-35:134:1 BULK-16.resources:145:1 BULK-16.collaborators:146:1 BULK-02.collaborators:160:1 BULK-05.resources:161:1
BULK-05.collaborators:161:1 BULK-23.resources:170:1 BULK-23.collaborators:171:1 BULK-14.collaborators:175:1
BULK-23.bookings:200:1
`

/** Faulty servers that the kit is known to catch. */
export const knownFaults = 823
