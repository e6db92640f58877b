import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseSeed, Unavailable } from '../../../core/index.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  guest,
  later,
  made,
  pause,
  user,
} from '../../../core/store-samples.contract.js'
import { DataError } from '../../errors.js'
import { checkData, copyData, exportData } from '../../transfer.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { mount } from '../files/mounted.js'
import { openSqlStore } from '../sql-store.js'
import { contradictionOf, openDiary, writeOn } from '../testing/diary.js'
import { withDirectory, withReadOnlyView } from '../testing/temporary-directory.js'
import { backupData } from './backup-data.js'
import { withHeldDatabase } from './backup-handshake.js'
import { dataFiles } from './data-files.js'

/** All files of a directory with their contents. */
const filesOf = (directory: string) =>
  new Map(
    readdirSync(directory)
      .filter(name => !name.endsWith('-shm') && name !== 'schedkit.lock')
      .map(name => [name, readFileSync(join(directory, name))]),
  )

/** Overwrites the first page of the tables and indexes that match a condition. */
async function damagePages(directory: string, condition: string): Promise<void> {
  const { database: path } = dataFiles(directory)
  const database = await openMounted(mount(nodeDisk, path))
  const [[size] = []] = database.rows('PRAGMA page_size')
  const pages = database.rows(`SELECT rootpage FROM sqlite_schema WHERE ${condition}`)
  database.close()
  const bytes = readFileSync(path)
  for (const [page] of pages) bytes.fill(0xa5, (Number(page) - 1) * Number(size), Number(page) * Number(size))
  writeFileSync(path, bytes)
}

/** Creates the data of a server that has ended. */
async function furnished(directory: string): Promise<void> {
  const store = await openSqlStore({ data: { directory } })
  await furnish(store)
  await store.close()
}

/** Executes SQL on a database that no server uses. */
async function alter(directory: string, ...statements: string[]): Promise<void> {
  const database = await openMounted(mount(nodeDisk, dataFiles(directory).database))
  for (const statement of statements) database.run(statement)
  database.close()
}

test('given data in use, then a check reads it while it is written, and finds no errors', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory, logLimit: 100_000 } })
    const [writer] = await openDiary(store, 1)
    let isOver = false
    const writing = (async () => {
      while (!isOver && writer) await writeOn(store, writer)
    })()

    const reports = [await checkData(directory), await checkData(directory)]

    isOver = true
    await writing
    await store.close()
    for (const report of reports) {
      assert.equal(report.problems, [])
      assert.is(report.isServed, true)
      assert.is(report.counts.resources, 1)
    }
  }))

test('given data not in use, then a check changes nothing', () =>
  withDirectory(async directory => {
    await furnished(directory)
    const before = filesOf(directory)

    const report = await checkData(directory)

    assert.equal(filesOf(directory), before)
    assert.equal(report, {
      directory,
      version: 7,
      isServed: false,
      counts: { users: 2, schedules: 2, resources: 3, bookings: 12, collaborators: 3 },
      log: { transactions: 0, dropped: 0 },
      isRefused: false,
      problems: [],
    })
  }))

test('given damaged data, then a check reports the damage, and a start and a backup refuse it', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    const writers = await openDiary(store, 3)
    for (let turn = 0; turn < 150; turn++) for (const writer of writers) await writeOn(store, writer)
    await store.close()
    const { database } = dataFiles(directory)
    const bytes = readFileSync(database)
    bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 4_096 * 3)
    writeFileSync(database, bytes)
    const file = `${directory}/backup.db`

    const report = await checkData(directory)
    const refused = await errorOf(backupData(directory, file))

    assert.ok(report.problems.length > 0)
    assert.instance(refused, DataError)
    assert.match(String(refused), /its copy is damaged: .*schedkit data check/)
    assert.equal([existsSync(file), existsSync(`${file}.part`)], [false, false])
  }))

test('given a directory on a read-only disk, then it is read like any other, without a trace, even if a server uses it', () =>
  withDirectory(async parent => {
    const [directory, view, copy] = [join(parent, 'data'), join(parent, 'view'), join(parent, 'copy')]
    await furnished(directory)
    mkdirSync(view)
    /** Reads it in each way; returns whether a server is using it. */
    async function readAll(): Promise<boolean> {
      const { problems, isServed } = await checkData(view)
      assert.equal(problems, [])
      assert.is((await exported(view)).counts.bookings, 12)
      assert.is((await copyData(view, copy)).bookings, 12)
      const { file } = await backupData(view, `${copy}.db`)
      rmSync(copy, { recursive: true })
      rmSync(file)
      return isServed
    }
    await withReadOnlyView(directory, view, async () => {
      assert.is(await readAll(), false)
      rmSync(dataFiles(directory).lock)
      assert.is(await readAll(), false)
      assert.not(existsSync(dataFiles(directory).lock))
      const server = await openSqlStore({ data: { directory } })
      assert.is(await readAll(), true)
      await server.close()
      assert.match(
        String(await errorOf(openSqlStore({ data: { directory: view } }))),
        /Make the disk writable/,
      )
    })
  }))

test('given a file instead of a directory, then each command says so, and how to look at a backup', () =>
  withDirectory(async directory => {
    const file = join(directory, 'monday.db')
    writeFileSync(file, '')
    for (const read of [
      () => checkData(file),
      () => exported(file),
      () => copyData(file, join(directory, 'copy')),
      () => backupData(file, join(directory, 'backup.db')),
    ]) {
      const error = (await errorOf(read)) as Error

      assert.ok(error.message.startsWith(`Failed to use the data in ${file}: it is a file. `), error.message)
      assert.match(error.message, /To look at a backup, copy it into a new directory as schedkit\.db/)
    }
  }))

test('given wrong totals and references, then a check names them', () =>
  withDirectory(async directory => {
    const { migrate } = await import('../schema.js')
    const database = await openMounted(mount(nodeDisk, dataFiles(directory).database))
    migrate(database)
    database.run("PRAGMA foreign_keys = OFF; INSERT INTO schedules VALUES ('one', 'nobody', 1, 1, 1)")
    database.run('INSERT INTO booking_totals VALUES (-1, 5)')
    database.close()

    const { problems } = await checkData(directory)

    assert.equal(problems, [
      '1 rows of schedules refer to rows of users that do not exist',
      'booking_totals says 5 for schedule one, but there are 0',
    ])
  }))

test('given damaged texts of bookings, then a check names them', () =>
  withDirectory(async directory => {
    await furnished(directory)
    await alter(
      directory,
      `
      UPDATE bookings SET json = substr(json, 2) WHERE id = 2;
      UPDATE bookings SET json = json_set(json, '$.start_utc', '2023-07-15T12:00:01Z') WHERE id = 5;
      UPDATE bookings SET json = json_remove(json, '$.note') WHERE id = 7;
      UPDATE bookings SET json = replace(json, '"two"', '"one"') WHERE id = 9;
    `,
    )

    const { problems } = await checkData(directory)

    assert.equal(
      problems,
      [2, 5, 7, 9].map(id => `the stored text of booking ${id} is damaged`),
    )
  }))

test('given bookings that contradict themselves or are cut off, then a backup is refused and names them, used or not', () =>
  withDirectory(async directory => {
    await furnished(directory)
    await alter(
      directory,
      'UPDATE bookings SET json = substr(json, 1, 20) WHERE id = 5',
      'UPDATE bookings SET start = start - 3600 WHERE id = 7',
    )
    const file = `${directory}/backup.db`
    const refused =
      /its copy is damaged: the stored text of booking 5 .*; the stored text of booking 7 is damaged/

    assert.match(String(await errorOf(backupData(directory, file))), refused)
    const server = await openSqlStore({ data: { directory } })
    assert.match(String(await errorOf(backupData(directory, file))), refused)
    await server.close()
    assert.equal([existsSync(file), existsSync(`${file}.part`)], [false, false])
  }))

test('given a damaged page, then a backup blames the data, not the target of the backup', () =>
  withDirectory(async directory => {
    await furnished(directory)
    await damagePages(directory, "name = 'bookings'")

    const refused = await errorOf(backupData(directory, `${directory}/backup.db`))

    assert.match(String(refused), /its copy is damaged: .*database disk image is malformed/)
    assert.not.match(String(refused), /Choose a writable place/)
  }))

test('given a foreign directory with rows that no server writes, then a copy says which place is damaged', () =>
  withDirectory(async parent => {
    const [source, target] = [join(parent, 'source'), join(parent, 'target')]
    const store = await openSqlStore({ data: { directory: source } })
    await furnish(store)
    await store.close()
    const { database: file } = dataFiles(source)
    const whole = readFileSync(file)
    const free = 'PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;'
    for (const [change, reason] of [
      [`${free} UPDATE users SET language_tag = 'xx'`, 'a row in it is damaged: CHECK constraint failed'],
      [
        `${free} UPDATE bookings SET json = '{}' WHERE id = 2`,
        'a row in it is damaged: Failed to bind a value',
      ],
      [
        `${free} UPDATE bookings SET json = 'null' WHERE id = 2`,
        'a row in it is damaged: Cannot destructure',
      ],
      [`${free} DROP TABLE mails`, 'a row in it is damaged: no such table: mails'],
      [
        // Counting its rows would never end.
        `DROP TABLE mails; CREATE VIEW mails AS
         WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x AS number FROM r`,
        'schedkit.db has a view, mails, which no server made',
      ],
    ] as const) {
      writeFileSync(file, whole)
      const database = await openMounted(mount(nodeDisk, file))
      database.run(change)
      database.close()

      const error = (await errorOf(() => copyData(source, target))) as Error

      assert.instance(error, DataError)
      assert.ok(error.message.startsWith(`Failed to use the data in ${source}: ${reason}`), error.message)
      assert.not(existsSync(dataFiles(target).database))
    }
  }))

test('given a damaged text, then it is never sent: reads of it and further writes fail', () =>
  withDirectory(async directory => {
    await furnished(directory)
    await alter(directory, 'UPDATE bookings SET json = substr(json, 2) WHERE id = 2')
    const notices: string[] = []
    const damaged = await openSqlStore({
      data: { directory, notify: ({ message }) => notices.push(message) },
    })
    try {
      const find = (id: number) => damaged.read(rows => rows.bookings.find('one', id))
      const list = () =>
        damaged.read(rows => rows.bookings.list({ schedule_id: 'one' }, { offset: 0, limit: 20 }))

      assert.ok(await find(1))
      assert.equal(notices, [])
      assert.instance(await errorOf(async () => find(2)), Unavailable)
      assert.instance(await errorOf(async () => list()), Unavailable)
      assert.match(notices.join(), /A stored text is damaged: .*schedkit data check/)
    } finally {
      await damaged.close()
    }
  }))

test('given a damaged text, when a list sent in parts reaches it, then nothing more is written', () =>
  withDirectory(async directory => {
    await furnished(directory)
    await alter(directory, 'UPDATE bookings SET json = substr(json, 2) WHERE id = 2')
    const damaged = await openSqlStore({ data: { directory } })
    try {
      const scan = await damaged.read(rows =>
        rows.bookings.scan({ schedule_id: 'one' }, { offset: 0, limit: 0 }),
      )
      assert.is(await damaged.health(), 'reachable')

      assert.instance(await errorOf(async () => scan.next(100)), Unavailable)
      assert.is(await damaged.health(), 'failed')
    } finally {
      await damaged.close()
    }
  }))

test('given an invitation whose account has no access, then an export omits it', () =>
  withDirectory(async directory => {
    await furnished(directory)
    const store = await openSqlStore({ data: { directory } })
    await store.write(({ users }) => users.insert({ ...user('cy'), email: 'guest@example.test' }, later))
    await store.close()

    const { seed, left } = await exported(directory)

    const people = seed.schedules.map(({ collaborators }) => collaborators.map(({ email }) => email))
    assert.equal(people, [['bo@example.test'], []])
    assert.match(left.join(), /invitations \(2\) to addresses of accounts that have no access/)
  }))

test('given a backup during writes, then it contains what was acknowledged before, and works as the data of a server', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory, logLimit: 100_000 } })
    const writers = await openDiary(store, 4)
    let isOver = false
    const writing = writers.map(async writer => {
      while (!isOver) await writeOn(store, writer)
    })
    while (writers.some(({ acknowledged }) => acknowledged < 5)) await pause()

    const before = writers.map(({ acknowledged }) => acknowledged)
    const { file, size } = await backupData(directory, `${directory}/backup.db`)
    const after = writers.map(({ begun }) => begun)

    isOver = true
    await Promise.all(writing)
    await store.close()
    assert.is(size, statSync(file).size)
    const restored = join(directory, 'restored')
    mkdirSync(restored)
    copyFileSync(file, dataFiles(restored).database)
    const again = await openSqlStore({ data: { directory: restored } })
    const bounds = writers.map((writer, index) => ({
      ...writer,
      acknowledged: before[index] ?? 0,
      begun: after[index] ?? 0,
    }))
    assert.is(await again.read(rows => contradictionOf(rows, bounds)), undefined)
    assert.is(again.isSeeded, true)
    await again.close()
  }))

test('given an existing file, or a target that is not writable, then a backup says so and leaves it', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await store.close()
    const file = `${directory}/mine`
    writeFileSync(file, 'mine')

    assert.match(String(await errorOf(backupData(directory, file))), /already exists\. Choose another name/)
    assert.match(
      String(await errorOf(backupData(directory, `${directory}/no/where.db`))),
      /ENOENT.* Choose a writable place/,
    )
    assert.match(
      String(await errorOf(backupData(`${directory}/no`, `${directory}/x.db`))),
      /there is no schedkit\.db in it/,
    )

    assert.is(readFileSync(file, 'utf8'), 'mine')
  }))

test('given an export, then it is a seed that yields the same users and bookings', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    let text = ''

    const { counts, left } = await exportData(directory, async piece => {
      text += piece
    })

    const seed = parseSeed(JSON.parse(text))
    const kept = (await everything(store)) as { users: { password_hash: string }[] }
    await store.close()
    assert.equal(counts, { users: 2, schedules: 2, resources: 3, bookings: 12, collaborators: 3 })
    assert.equal(
      seed.users.map(({ password_hash }) => password_hash),
      kept.users.map(user => user.password_hash),
    )
    assert.equal(
      seed.schedules.map(({ bookings }) => bookings.length),
      [8, 4],
    )
    assert.equal(seed.schedules[0]?.bookings[0]?.start, '2023-07-15T12:00:00Z')
    assert.match(left.join(), /pending changes of e-mail address \(1\)/)
  }))

test('given invitations to addresses that the owner or another collaborator has now, then an export leaves them out', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    await store.write(async rows => {
      // Both have changed their address to that of an invitation.
      for (const [id, email] of [
        ['ada', 'new-ada@example.test'],
        ['bo', 'new-bo@example.test'],
      ] as const) {
        await rows.collaborators.insert(guest(email), made)
        await rows.users.change(id, { email }, made)
      }
    })
    await store.close()
    let text = ''

    const { counts, left } = await exportData(directory, async piece => {
      text += piece
    })

    const { schedules } = parseSeed(JSON.parse(text))
    assert.is(counts.collaborators, 3)
    assert.equal(
      schedules[0]?.collaborators.map(({ email, user_role }) => `${email} ${user_role}`),
      ['new-bo@example.test editor', 'guest@example.test viewer'],
    )
    assert.match(left.join(), /invitations \(2\) to addresses that the owner or another collaborator/)
  }))

test('given a held database file, then another one waits for it, and a server that stops takes it back', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    const files = dataFiles(directory)
    const order: string[] = []
    let second: Promise<void> | undefined

    await withHeldDatabase(files, async () => {
      const before = readFileSync(files.database)
      await store.write(rows => rows.bookings.insert(booking({ title: 'later' }), made))
      second = withHeldDatabase(files, async () => void order.push('second'))
      await sleep(200)
      order.push('first')
      assert.ok(readFileSync(files.database).equals(before))
    })
    await second
    assert.equal(order, ['first', 'second'])

    let closing: Promise<void> | undefined
    const error = await errorOf(
      withHeldDatabase(files, async () => {
        closing = Promise.resolve(store.close())
        await pause()
        // As a copy of a large file, which does not wait for anything.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      }),
    )
    await closing
    assert.match(String(error), /it stopped, or reclaimed the file, during the read/)
  }))

/** The export of a directory, as a seed, and what it reports as missing. */
async function exported(directory: string) {
  let text = ''
  const { counts, left, missing } = await exportData(directory, async piece => {
    text += piece
  })
  return { seed: parseSeed(JSON.parse(text)), counts, left, missing }
}

/** Data with a thousand more bookings of a schedule. */
async function furnishMuch(directory: string): Promise<void> {
  const store = await openSqlStore({ data: { directory } })
  await furnish(store)
  await store.write(async rows => {
    for (let number = 0; number < 1_000; number++)
      await rows.bookings.insert(booking({ title: `number ${number}` }), made)
  })
  await store.close()
}

test('given a damaged page of bookings, then an export has all others, and says how many are missing', () =>
  withDirectory(async directory => {
    await furnishMuch(directory)
    const { database } = dataFiles(directory)
    const bytes = readFileSync(database)
    const page = Math.floor(bytes.indexOf('"number 500"') / 4_096)
    const lost = bytes.toString('latin1', page * 4_096, (page + 1) * 4_096).match(/"number \d+"/g)?.length
    bytes.fill(0xa5, page * 4_096, (page + 1) * 4_096)
    writeFileSync(database, bytes)

    const { seed, missing } = await exported(directory)

    assert.ok(lost !== undefined && lost > 1)
    assert.equal(missing, [`${lost} of 1008 bookings of schedule one`])
    assert.equal(
      seed.schedules.map(({ bookings }) => bookings.length),
      [1_008 - lost, 4],
    )
    const refused = (await errorOf(() => copyData(directory, join(directory, 'copy')))) as Error
    assert.match(refused.message, /a row in it is damaged: database disk image is malformed/)
  }))

test('given a damaged index, then an export has everything, and says what is damaged', () =>
  withDirectory(async directory => {
    await furnishMuch(directory)
    await damagePages(directory, "name = 'bookings_of_schedule'")

    const { counts, missing } = await exported(directory)

    assert.is(counts.bookings, 1_012)
    assert.equal(missing, (await checkData(directory)).problems)
  }))

test('given damaged texts and resources, then an export names the bookings that it omits', () =>
  withDirectory(async directory => {
    await furnished(directory)
    await alter(
      directory,
      `
      PRAGMA foreign_keys = OFF;
      UPDATE bookings SET json = substr(json, 1, 20) WHERE id = 5;
      UPDATE bookings SET start = start - 3600 WHERE id = 6;
      UPDATE bookings SET json = 'null' WHERE id = 7;
      UPDATE bookings SET json = replace(json, '"note"', '"mote"') WHERE id = 8;
      DELETE FROM resources WHERE schedule_id = 'two';
    `,
    )

    const { seed, counts, missing } = await exported(directory)

    assert.equal(missing, [
      '4 bookings of schedule one: 5, 6, 7, 8',
      '4 bookings of schedule two: 9, 10, 11, 12',
    ])
    assert.is(counts.bookings, 4)
    assert.equal(
      seed.schedules.map(({ bookings }) => bookings.length),
      [4, 0],
    )
  }))

test.run()
