// Written by `npm run proof -- --write`: the checks that catch most faults for their requests, best first, with their requests on
// the reference server, each alone, and the number of faults that no check before them catches.
export const effectiveChecks = `
USER-01:1:4 PERM-12.get-me:2:4 RES-39:5:8 BKG-29:8:12 CROSS-06.collaborators:2:3 RES-44.minimal:7:9 TIME-23:15:17
COL-03:4:4 ENV-06.me:1:1 LIST-09.bookings:2:2 USER-04:1:1 USER-39:17:14 RES-28.name:8:6 RES-47.malformed:4:3
ENV-08.resource:3:2 ENV-11.delete-collaborator:3:2 ENV-13.resource:6:4 COL-13.mail:3:2 COL-01:6:4 CROSS-39.resource:3:2
CROSS-09:18:11 RES-21.update:8:4 RES-43.ids:4:2 RES-08:4:2 RES-09:4:2 BKG-13.default:8:4 BKG-10.accents:12:6
LIST-14.resources:2:1 LIST-09.resources:2:1 LIST-09.collaborators:2:1 LIST-15.resources:2:1 AUTH-04.empty-password:2:1
AUTH-04.bearer:2:1 AUTH-05:2:1 CROSS-22:9:4 RES-46.put:7:3 COL-08.again:7:3 BKG-17.accents:12:5 FILT-12.made:17:7
ENV-07.empty:5:2 ENV-05.missing-name:5:2 COL-26:5:2 AUTH-03.line-end:5:2 TIME-10:11:4 ENV-03.delete-collaborator:3:1
RES-07.create:9:3 RES-13.color-schedule:6:2 RES-29.custom-2.over:7:2 RES-34.created-at:7:2 RES-46.delete:7:2
COL-19.updated:7:2 COL-06:7:2 COL-25.create:7:2 USER-10:14:4 LIST-30.resources:11:3 BKG-14.schemes.update:19:5
USER-48:47:12 RES-19.update:8:2 RES-24.update:8:2 RES-22.line-feeds:8:2 RES-35.created-at:4:1 RES-35.id:4:1
RES-01.single:4:1 RES-38.list:4:1 RES-43.single:4:1 RES-10:4:1 RES-14.default:4:1 RES-14.update:8:2 RES-17.create:16:4
RES-49.create:28:7 BKG-01.minimal:8:2 BKG-15.accents:12:3 BKG-19:8:2 BKG-16.line-feeds:12:3 BKG-18.update:12:3
BKG-14.length.update:12:3 UNIQ-10:8:2 COL-15.pattern:16:4 PERM-11.elsewhere:8:2 PERM-07.editor:16:4 USER-24:13:3
RES-05.create:9:2 RES-22.create:9:2 RES-18.none:9:2 BKG-04:9:2 BKG-05:9:2 BKG-06:9:2 COL-17:9:2 USER-37:18:4
BKG-07:14:3 UNIQ-17.create:14:3 RES-35.schedule-id.second:5:1 RES-03.single:5:1 RES-46.list:5:1
RES-12.color-fg.create:20:4 RES-20:10:2 BKG-31.full:10:2 BKG-37:15:3 COL-22:10:2 COL-10.update:15:3
COL-21.get-collaborators:5:1 USER-40:5:1 AUTH-03.letter-case:5:1 AUTH-03.another:5:1 CROSS-37.named-tostring:5:1
BKG-25.updated-in-bulk-of-resource:16:3 ENV-15.update:11:2 RES-31:11:2 RES-49.update:28:5
BKG-27.title.bulk-of-resource:17:3 USER-44:17:3 RES-30:6:1 RES-40.name:6:1 RES-11.color-bk.update:12:2 RES-18.case:6:1
RES-27.description:6:1 BKG-13.update:12:2 BKG-39:12:2 LIST-09.resource-bookings:6:1 COL-25.update:6:1 USER-25:12:2
CROSS-38:18:3 BKG-41.create:37:6 BKG-15.create:13:2 BKG-08.foreign:13:2 BKG-10.create:13:2 BKG-18.create:13:2
BKG-14.length.create:13:2 BKG-16.create:13:2 BKG-17.create:13:2 FILT-13:26:4 ENV-08.booking:7:1 RES-34.updated-at:7:1
BKG-09.omitted:7:1 TIME-02:14:2 COL-09.create.editor:7:1 COL-12.no-account:7:1 PERM-02.editor.own:14:2
CROSS-39.booking:7:1 BKG-11.refused.update:23:3 ENV-10.put-me.password:16:2 RES-07.update:8:1 RES-25.update:8:1
RES-28.note:8:1 RES-34.schedule-id.second:8:1 RES-26.again:8:1 RES-25.independent:8:1 BKG-20:8:1 BKG-11.default:8:1
BKG-12.default:8:1 TIME-20.create-start:16:2 TIME-01.far:8:1 TIME-01.leap-day:8:1 UNIQ-15:8:1 UNIQ-11:8:1
PERM-04.editor.own:16:2 CROSS-35:16:2 USER-50:16:2 CROSS-16.resource.zero.update:8:1
BKG-27.custom-2.bulk-of-resource:17:2 BKG-27.link.length.bulk-of-resource:17:2 BKG-27.link-title.bulk-of-resource:17:2
BKG-27.note.bulk-of-resource:17:2 BKG-27.custom-1.bulk-of-resource:17:2 CROSS-07:17:2 ENV-10.put-resource-bookings:9:1
ENV-13.registered:9:1 RES-19.create:9:1 RES-21.create:9:1 RES-24.create:9:1 RES-25.create:9:1 BKG-38.malformed:27:3
TIME-20.update-end:18:2 COL-11:9:1 COL-20.user:9:1 COL-16:9:1 AUTH-03.pattern:9:1 CROSS-30:18:2 BKG-08.malformed:9:1
BKG-41.update:37:4 RES-12.color-bk.update:19:2 USER-20:19:2 BKG-09.empty.update:10:1 BKG-14.schemes.create:20:2
BKG-16.multi-line.update:10:1 BKG-11.lower-case:10:1 BKG-21.zone:20:2 TIME-18:20:2 USER-27.updated:10:1 PERM-20:20:2
PERM-19.delete-resource:10:1 USER-07.characters:10:1 USER-15:20:2 CROSS-37.constructor:10:1 CROSS-37.proto:10:1
ENV-15.create:11:1 ENV-07.booking:11:1 RES-15.update:11:1 BKG-03:11:1 BKG-24.schedule:11:1 BKG-26.start:11:1
BKG-25.updated:11:1 TIME-05:11:1 COL-10.create:22:2 COL-19.utc:11:1 PERM-12.get-resource-bookings:11:1 USER-38:22:2
USER-16:33:3 USER-26:11:1 BKG-33:34:3 ENV-02.delete-resource-bookings:12:1 ENV-03.get-bookings:12:1
ENV-10.put-booking:12:1 RES-29.note:12:1 RES-29.name:12:1 BKG-27.link.schemes.bulk-of-resource:24:2
BKG-18.independent:12:1 UNIQ-02:12:1 UNIQ-17.update:12:1 USER-47:12:1 AUTH-02.writes:12:1 BKG-41.bulk-of-resource:37:3
RES-32.in-bulk:50:4 PERM-19.post-bookings:13:1 USER-08.characters:13:1 RES-49.bulk:66:5 BKG-08.unknown-update:14:1
BKG-09.empty.bulk-of-resource:14:1 TIME-24:14:1 FILT-09:28:2 LIST-31.unnamed.resources:14:1 USER-14:14:1 USER-21:14:1
RES-17.update:15:1 BKG-25.utc:15:1 BKG-32.first-deleted:15:1 BKG-13.type:15:1 COL-20:15:1 COL-18:15:1
PERM-01.editor:15:1 USER-32:45:3 USER-52:15:1 CROSS-26:15:1 RES-42:16:1 USER-48.password:16:1 TIME-14.update:33:2
USER-43:33:2 PERM-03.editor:17:1 PERM-15.get-booking:17:1 USER-30:17:1 USER-45:17:1 USER-42:17:1 USER-05:17:1
USER-18:17:1 CROSS-18.times:17:1 LIMIT-02:34:2 ENV-16.html:18:1 ENV-16.backslashes:18:1 ENV-16.emoji:18:1
ENV-16.quotes:18:1 TIME-17:18:1 TIME-20.update-start:18:1 FILT-06:36:2 PERM-14.get-resource-bookings.viewer:18:1
USER-03.changed:18:1 USER-33:18:1 USER-48.email:18:1 BULK-20.update.resource-bookings:55:3 LIST-26.collaborators:19:1
USER-36:19:1 USER-32.old:19:1 AUTH-03.end:19:1 AUTH-03.numeric:19:1 USER-31.mail:19:1
BULK-17.update.resource-bookings:39:2 BKG-31:20:1 BULK-19.resource-bookings:40:2 AUTH-02:20:1 USER-41.together:41:2
PERM-06.editor.own:63:3 PERM-14.get-booking.editor:21:1 USER-13:21:1 BKG-11.values.bulk-of-resource:23:1 USER-35:23:1
CROSS-36:23:1 BKG-40:24:1 BKG-12.refused.create:24:1 TIME-21.create-start:24:1 TIME-16:24:1 FILT-01:24:1
USER-41.address:24:1 CROSS-32:25:1 CROSS-25:25:1 RES-19.bulk:51:2 RES-24.bulk:51:2 COL-19.updated-in-bulk:51:2
TIME-20.bulk-of-resource:26:1 USER-12:26:1 USER-31.collaborations:26:1 CROSS-23:52:2 BULK-13:53:2 BKG-41.bulk:80:3
BULK-12:27:1 UNIQ-04:55:2 PERM-05.editor.own:55:2 TIME-01:28:1 LIST-28.resources:28:1 BULK-15.update:28:1
USER-32.german:28:1 USER-17:28:1 USER-51.later:28:1 CROSS-17:56:2 RES-17.bulk:58:2 BKG-25.updated-in-bulk:59:2
COL-10.bulk:59:2 TIME-03:30:1 FILT-08:30:1 BULK-09.resource-bookings:60:2 UNIQ-13:61:2 RES-12.color-schedule.bulk:62:2
CROSS-27:31:1 CROSS-10:63:2 LIST-13.bookings:95:3 BKG-02:32:1 TIME-13.together:98:3 CROSS-34:33:1 UNIQ-08:67:2
LIST-25.resource-bookings:34:1 LIMIT-04:34:1 BKG-36.unknown:69:2 BULK-20.delete.resource-bookings:70:2
PERM-09.editor:35:1 USER-32.collaborations:35:1 BKG-27.color-bk.refused.bulk:71:2 LIST-26.bookings:36:1
USER-41.address-activated:36:1 CROSS-31:36:1 CROSS-11:37:1 LIST-28.single.booking:38:1
BULK-09.zero.resource-bookings:77:2 LIST-02.collaborators:78:2 CROSS-04.resources:78:2 LIST-18.resources:79:2
BULK-01.collaborators:40:1 BULK-15.delete:40:1 USER-51:40:1 CROSS-19:40:1 LIST-16.bookings:81:2 CROSS-18:41:1
LIST-33.resource-bookings:83:2 BULK-18.update.resource-bookings:42:1 CROSS-20.resource-bookings:42:1
BKG-34.first-deleted:85:2 FILT-07:43:1 CROSS-14.bulk:44:1 BULK-02.resource-bookings:45:1 RES-05.bulk:46:1
LIST-19.resource-bookings:93:2 RES-33:47:1 TIME-07:47:1 BULK-04.collaborators:47:1 RES-23.bulk:48:1 RES-27.bulk:48:1
UNIQ-05:48:1 UNIQ-06:48:1 COL-24:48:1 COL-19.created:48:1 COL-25.bulk:49:1 PERM-18:49:1 RES-36.created-at:50:1
BULK-18.delete.resource-bookings:50:1 UNIQ-07:50:1 UNIQ-17.bulk:50:1 RES-22.bulk:51:1 RES-21.bulk:51:1 RES-25.bulk:51:1
RES-37.bulk.first:51:1 RES-14.bulk:51:1 RES-16.bulk:51:1 RES-07.bulk:51:1 BULK-03.resources:51:1
RES-36.schedule-id.second:52:1 BULK-13.moved:53:1 BULK-19.collaborators:53:1 COL-09.bulk.viewer:53:1 RES-15.bulk:54:1
BULK-04.bookings:54:1 PERM-12.delete-collaborators:55:1 RES-32:56:1 BKG-25.created:56:1 RES-11.color-fg.bulk:57:1
BULK-06.resource-bookings:57:1 BULK-10.resource-bookings:57:1 CROSS-20.collaborators:57:1
CROSS-03.update.resources:116:2 BULK-05.resource-bookings:59:1 BULK-23.resource-bookings:59:1 BKG-24.start-utc:60:1
BKG-24.created-at:60:1 BKG-24.end-utc:60:1 PERM-19.put-bookings:61:1 BULK-03.bookings:63:1
BULK-08.resource-bookings:64:1 UNIQ-14:66:1 BKG-27.link.schemes.bulk:67:1 TIME-22.bulk:69:1 TIME-20.bulk:69:1
BULK-07.resources:70:1 BULK-06.resources:70:1 PERM-10:146:2 TIME-09:74:1 TIME-14.bulk:76:1 BULK-06.collaborators:76:1
LIST-04.resources:77:1 LIST-21.zero.collaborators:77:1 LIST-22.resources:77:1 LIST-21.wildcard.resources:77:1
CROSS-05.resources:77:1 LIST-24.collaborators:78:1 BULK-06.bookings:78:1 BULK-17.delete.collaborators:78:1
LIST-23.resources:79:1 BULK-20.update.resources:79:1 LIST-01.resources:80:1 LIST-07.resources:80:1
LIST-06.resources:80:1 LIST-08.collaborators:80:1 LIST-06.collaborators:80:1 LIST-12.collaborators:80:1
LIST-12.resources:80:1 BULK-20.update.collaborators:80:1 CROSS-12:80:1 LIST-03.collaborators:81:1
LIST-10.resources:81:1 LIST-12.empty.bookings:81:1 LIST-17.resources:82:1 LIST-17.collaborators:82:1
LIST-24.resource-bookings:82:1 BULK-17.update.bookings:82:1 PERM-13.editor.bulk:82:1 LIST-29.resources:83:1
LIST-29.collaborators:83:1 LIST-23.bookings:83:1 UNIQ-09:167:2 LIST-11.collaborators:84:1 LIST-15.pages.bookings:84:1
LIST-10.bookings:85:1 BULK-20.update.bookings:85:1 LIST-17.bookings:86:1 LIST-29.bookings:87:1
BULK-20.delete.resources:96:1 BULK-20.delete.collaborators:97:1 CROSS-24:102:1 BULK-20.delete.bookings:104:1
TIME-22:105:1 CROSS-01:108:1 CROSS-33.editor:109:1 BKG-34:110:1 CROSS-02:121:1 BKG-35:133:1 PERM-10.stranger:135:1
BULK-16.resources:144:1 BULK-16.collaborators:145:1 BULK-02.collaborators:159:1 BULK-05.resources:160:1
BULK-05.collaborators:160:1 BULK-23.resources:169:1 BULK-23.collaborators:170:1 BULK-14.collaborators:174:1
BULK-23.bookings:199:1
`

/** The number of faulty servers that the kit catches. */
export const knownFaults = 823
