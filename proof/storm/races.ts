import { owner, sample } from '../processes/data.js'
import { type Answer, call } from './caller.js'
import { type Deployment, editor } from './deployment.js'

const schedule = '/schedules/one'
const parallel = 10

/** Sends requests concurrently, distributed over all servers. */
const race = (
  deployment: Deployment,
  requests: readonly (readonly [method: string, path: string, body?: object | undefined])[],
) => {
  const urls = deployment.urls()
  return Promise.all(
    requests.map(([method, path, body], index) =>
      call(urls[index % urls.length] ?? '', owner, [method, path], body),
    ),
  )
}

const many = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: parallel }, (_, index) => make(index))
const statuses = (answers: readonly Answer[]) =>
  answers
    .map(({ status }) => status)
    .sort()
    .join(', ')
const idOf = ({ body }: Answer): number => body.data[0].id

/** Sends a request without concurrent ones. */
async function alone(deployment: Deployment, method: string, path: string, body?: object): Promise<Answer> {
  const [answer] = await race(deployment, [[method, path, body]])
  if (!answer || answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`)
  return answer
}

/** Yields a problem unless exactly one request succeeded, and the others were told that the name is in use. */
function* unlessOne(answers: readonly Answer[], success: number, what: string): Generator<string> {
  const won = answers.filter(({ status }) => status === success).length
  const lost = answers.filter(({ status }) => status === 409).length
  if (won !== 1 || lost !== answers.length - 1) yield `${what}: ${statuses(answers)}`
}

async function creates(deployment: Deployment, round: number): Promise<string[]> {
  const name = `Name ${round}`
  const answers = await race(
    deployment,
    many(() => ['POST', `${schedule}/resources`, { name }] as const),
  )
  for (const created of answers.filter(({ status }) => status === 201))
    await alone(deployment, 'DELETE', `${schedule}/resources/${idOf(created)}`)
  return [...unlessOne(answers, 201, `Creates of "${name}"`)]
}

/** Renames resources to the same name, while bookings are added to each and one resource is deleted. */
async function changes(deployment: Deployment, round: number): Promise<string[]> {
  const problems: string[] = []
  const ids: number[] = []
  for (let index = 0; index < 4; index++) {
    const created = await alone(deployment, 'POST', `${schedule}/resources`, {
      name: `Old ${round} ${index}`,
    })
    ids.push(idOf(created))
  }
  const [first = 0, ...others] = ids
  const renames = await race(
    deployment,
    others.map(id => ['PUT', `${schedule}/resources/${id}`, { name: `New ${round}` }] as const),
  )
  problems.push(...unlessOne(renames, 200, `Renames to "New ${round}"`))

  const mixed = await race(deployment, [
    ...many(() => ['POST', `${schedule}/bookings`, { ...sample, resource_id: first }] as const),
    ['DELETE', `${schedule}/resources/${first}`] as const,
  ])
  if (mixed.at(-1)?.status !== 200 || mixed.some(({ status }) => ![200, 201, 404, 422].includes(status)))
    problems.push(`Bookings of a resource that is removed: ${statuses(mixed)}`)
  const { body } = await alone(deployment, 'GET', `${schedule}/bookings?limit=0&fields=resource_id`)
  if (body.data.some(({ resource_id }: { resource_id: number }) => resource_id === first))
    problems.push(`Bookings of resource ${first} are left, which was removed`)
  if (body.pagination.total_count !== body.data.length)
    problems.push(`The total is ${body.pagination.total_count}, but there are ${body.data.length} bookings`)
  for (const id of others) await alone(deployment, 'DELETE', `${schedule}/resources/${id}`)
  return problems
}

/** An editor writes while the role changes and the collaborator is removed: every server must enforce the change. */
async function roles(deployment: Deployment): Promise<string[]> {
  const problems: string[] = []
  const path = `${schedule}/collaborators`
  const { body } = await alone(deployment, 'GET', path)
  for (const { id } of body.data) await alone(deployment, 'DELETE', `${path}/${id}`)
  const added = await race(
    deployment,
    many(() => ['POST', path, { email: editor, user_role: 'editor' }] as const),
  )
  problems.push(...unlessOne(added, 201, `Additions of ${editor}`))
  const id = idOf(added.find(({ status }) => status === 201) as Answer)
  const writes = () =>
    Promise.all(
      deployment
        .urls()
        .map(url => call(url, editor, ['POST', `${schedule}/bookings`], { ...sample, resource_id: 1 })),
    )

  for (const [answer, expected, request] of [
    [200, 201, undefined],
    [200, 403, ['PUT', `${path}/${id}`, { user_role: 'viewer' }]],
    [200, 201, ['PUT', `${path}/${id}`, { user_role: 'editor' }]],
    [200, 404, ['DELETE', `${path}/${id}`]],
  ] as const) {
    const beside = writes()
    const changed = request && (await race(deployment, [request as never]))
    const after = await writes()
    const during = await beside
    if (changed && changed[0]?.status !== answer) problems.push(`${request}: ${statuses(changed)}`)
    if (after.some(({ status }) => status !== expected))
      problems.push(`After ${request ?? 'nothing'}, an editor got ${statuses(after)}, not ${expected}`)
    if (during.some(({ status }) => ![201, 403, 404].includes(status)))
      problems.push(`During ${request ?? 'nothing'}, an editor got ${statuses(during)}`)
  }
  return problems
}

/** Runs `rounds` races on all servers to create the same name, and a tenth as many of each other race. */
export async function races(
  deployment: Deployment,
  rounds: number,
  tell: (what: string) => void = () => {},
): Promise<string[]> {
  const problems: string[] = []
  for (let round = 0; round < rounds; round++) {
    problems.push(...(await creates(deployment, round)))
    if (round % 10 === 0) problems.push(...(await changes(deployment, round)), ...(await roles(deployment)))
    if (round % 50 === 0) tell(`race ${round} of ${rounds}`)
  }
  return problems
}
