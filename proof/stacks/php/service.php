<?php

declare(strict_types=1);

/** The operations, for one request. */
final class Service
{
    private array $user;
    private DateTimeZone $zone;

    public function __construct(
        private array &$state,
        private array &$mails,
        private readonly array $query,
        private readonly string $input,
    ) {
    }

    /** Finds the account of the credentials, and counts the request. */
    public function authenticate(): void
    {
        $user = $this->userWithEmail($_SERVER['PHP_AUTH_USER'] ?? '');
        if ($user === null || !password_verify(digest($_SERVER['PHP_AUTH_PW'] ?? ''), $user['password'])) {
            throw new Refusal(401, 'The e-mail address or the password is wrong.', ['WWW-Authenticate' => 'Basic realm="schedules"']);
        }
        if (!countRequest($user['id'], $user['request_rate_limit'])) {
            throw new Refusal(429, "More than {$user['request_rate_limit']} requests in 5 minutes.", ['Retry-After' => '300']);
        }
        $this->user = $user;
        $this->zone = new DateTimeZone($user['timezone']);
    }

    private function userWithEmail(string $email): ?array
    {
        foreach ($this->state['users'] as $user) {
            if (strtolower($user['email']) === strtolower($email)) {
                return $user;
            }
        }
        return null;
    }

    /*
     * The user.
     */

    public function readUser(): array
    {
        $user = $this->user;
        unset($user['password'], $user['new_password']);
        return $this->one($user);
    }

    public function updateUser(): array
    {
        $changes = readBody($this->input, members('user', $this->zone));
        if (isset($changes['new_password'])) {
            $changes['password'] = hashed($changes['new_password']);
        }
        if (isset($changes['email']) && $changes['email'] !== $this->user['email']) {
            $this->announceEmail($changes['email']);
        }
        // The new address takes effect once it is activated.
        unset($changes['new_password'], $changes['email']);
        $this->state['users'][$this->user['id']] = [...$this->user, ...$changes, 'updated_at' => now()];
        return [200, ['success' => true]];
    }

    private function announceEmail(string $email): void
    {
        $other = $this->userWithEmail($email);
        if ($other !== null && $other['id'] !== $this->user['id']) {
            throw new Refusal(409, "Another account has the address $email.");
        }
        $token = bin2hex(random_bytes(16));
        $this->state['activations'][$token] = ['user' => $this->user['id'], 'email' => $email];
        $this->mails[] = [
            'to' => $email,
            'subject' => 'Activate your new e-mail address',
            'text' => 'Follow this link to use this address from now on: ' . self::origin() . "/v1/activations/$token",
        ];
    }

    public function activate(string $token): array
    {
        $activation = $this->state['activations'][$token] ?? throw new Refusal(404, 'This link is not valid.');
        unset($this->state['activations'][$token]);
        ['user' => $id, 'email' => $email] = $activation;
        if (!isset($this->state['users'][$id]) || ($this->userWithEmail($email)['id'] ?? $id) !== $id) {
            throw new Refusal(409, "The address $email can't be used any more.");
        }
        $this->state['users'][$id] = [...$this->state['users'][$id], 'email' => $email, 'updated_at' => now()];
        return [200, ['success' => true]];
    }

    public function deleteUser(): array
    {
        ($this->query['me'] ?? '') === '1' || throw new Refusal(400, 'Deleting the account needs me=1.');
        $id = $this->user['id'];
        foreach ($this->state['schedules'] as $scheduleId => ['owner' => $owner]) {
            if ($owner === $id) {
                unset($this->state['schedules'][$scheduleId]);
                foreach (['resources', 'bookings', 'collaborators'] as $kind) {
                    $this->remove($kind, fn ($row) => $row['schedule_id'] === (string) $scheduleId);
                }
            }
        }
        $this->remove('collaborators', fn ($row) => $row['user_id'] === $id);
        unset($this->state['users'][$id]);
        return [200, ['success' => true]];
    }

    /*
     * Resources, bookings and collaborators of a schedule.
     */

    public function list(string $scheduleId, string $kind): array
    {
        $this->authorize($scheduleId, $kind, false);
        return $this->page($kind, $this->rows($kind, $scheduleId));
    }

    public function create(string $scheduleId, string $kind): array
    {
        $this->authorize($scheduleId, $kind, true);
        $members = members($kind === 'collaborators' ? 'invitation' : $kind, $this->zone);
        $values = withDefaults(readBody($this->input, $members), $members);
        if ($kind === 'collaborators') {
            $values = $this->invite($scheduleId, $values);
        }
        $id = wrong('count-as-id') ? count($this->state[$kind]) + 1 : ++$this->state['lastId'];
        $row = ['id' => $id, 'schedule_id' => $scheduleId, ...$values, 'updated_at' => now(), 'created_at' => now()];
        $this->validate($kind, $row);
        $this->state[$kind][$id] = $row;
        return [201, ['data' => [['id' => $id]], 'success' => true]];
    }

    public function updateMany(string $scheduleId, string $kind): array
    {
        $this->authorize($scheduleId, $kind, true);
        return $this->change($kind, $this->chosen($this->rows($kind, $scheduleId)));
    }

    public function deleteMany(string $scheduleId, string $kind): array
    {
        $this->authorize($scheduleId, $kind, true);
        return $this->deleteChosen($kind, $this->rows($kind, $scheduleId));
    }

    public function read(string $scheduleId, string $kind, string $id): array
    {
        $this->authorize($scheduleId, $kind, false);
        return $this->one($this->show($kind, $this->find($kind, $scheduleId, $id)));
    }

    public function update(string $scheduleId, string $kind, string $id): array
    {
        $this->authorize($scheduleId, $kind, true);
        $row = $this->find($kind, $scheduleId, $id);
        if (wrong('union-keeps-old')) {
            $this->state[$kind][$row['id']] = $row + readBody($this->input, members($kind, $this->zone));
            return [200, ['success' => true]];
        }
        return $this->change($kind, [$row]);
    }

    public function delete(string $scheduleId, string $kind, string $id): array
    {
        $own = $this->state[$kind][idOf($id)] ?? null;
        if ($kind !== 'collaborators' || $own === null || !$this->isOf($this->user, $own)) {
            $this->authorize($scheduleId, $kind, true);
        }
        $this->removeRows($kind, [$this->find($kind, $scheduleId, $id)]);
        return [200, ['success' => true]];
    }

    public function listOfResource(string $scheduleId, string $resourceId, string $kind): array
    {
        return $this->page($kind, $this->bookingsOf($scheduleId, $resourceId, false));
    }

    public function updateManyOfResource(string $scheduleId, string $resourceId, string $kind): array
    {
        return $this->change($kind, $this->chosen($this->bookingsOf($scheduleId, $resourceId, true)));
    }

    public function deleteManyOfResource(string $scheduleId, string $resourceId, string $kind): array
    {
        return $this->deleteChosen($kind, $this->bookingsOf($scheduleId, $resourceId, true));
    }

    private function bookingsOf(string $scheduleId, string $resourceId, bool $isWriting): array
    {
        $this->authorize($scheduleId, 'bookings', $isWriting);
        $resource = $this->find('resources', $scheduleId, $resourceId);
        return array_filter($this->rows('bookings', $scheduleId), fn ($row) => $row['resource_id'] === $resource['id']);
    }

    /** Owners may do everything, editors change resources and bookings, viewers read them. */
    private function authorize(string $scheduleId, string $kind, bool $isWriting): void
    {
        $schedule = $this->state['schedules'][$scheduleId] ?? throw new Refusal(404, "There is no schedule $scheduleId.");
        if ($schedule['owner'] === $this->user['id']) {
            return;
        }
        foreach ($kind === 'collaborators' ? [] : $this->rows('collaborators', $scheduleId) as $row) {
            if ($this->isOf($this->user, $row) && ($row['user_role'] === 'editor' || !$isWriting)) {
                return;
            }
        }
        throw new Refusal(403, "You may not do this with the $kind of $scheduleId.");
    }

    /** Whether a collaborator object belongs to a user. */
    private function isOf(array $user, array $collaborator): bool
    {
        return $collaborator['user_id'] === $user['id']
            || $collaborator['user_id'] === null && strtolower($collaborator['email']) === strtolower($user['email']);
    }

    private function rows(string $kind, string $scheduleId): array
    {
        return array_filter($this->state[$kind], fn ($row) => $row['schedule_id'] === $scheduleId);
    }

    private function find(string $kind, string $scheduleId, string $id): array
    {
        $row = $this->state[$kind][idOf($id)] ?? null;
        return $row !== null && $row['schedule_id'] === $scheduleId
            ? $row
            : throw new Refusal(404, "There is no $id among the $kind of $scheduleId.");
    }

    /** The rows that `ids` names; all rows without `ids`. */
    private function chosen(array $rows): array
    {
        $ids = $this->query['ids'] ?? null;
        if (wrong('ids-zero-is-empty') ? empty($ids) : $ids === null) {
            return $rows;
        }
        preg_match('/\A\d+(,\d+)*\z/', $ids) || throw new Refusal(400, "ids=$ids is not a list of integers.");
        $ids = array_map(idOf(...), explode(',', $ids));
        return array_filter($rows, fn ($row) => in_array($row['id'], $ids, true));
    }

    private function change(string $kind, array $rows): array
    {
        $changes = readBody($this->input, members($kind, $this->zone));
        foreach ($rows as $row) {
            $row = [...$row, ...$changes, 'updated_at' => now()];
            $this->validate($kind, $row);
            $this->state[$kind][$row['id']] = $row;
        }
        return [200, ['success' => true]];
    }

    private function deleteChosen(string $kind, array $rows): array
    {
        $all = $this->query['all'] ?? '0';
        $isAll = wrong('any-text-is-true') ? (bool) $all : $all === '1';
        if (!$isAll && !isset($this->query['ids'])) {
            throw new Refusal(400, 'Deleting several objects needs all=1 or ids.');
        }
        $this->removeRows($kind, $this->chosen($rows));
        if (wrong('merge-renumbers')) {
            $renumbered = array_merge([], $this->state[$kind]);
            $this->state[$kind] = array_map(fn ($id, $row) => [...$row, 'id' => $id], array_keys($renumbered), $renumbered);
        }
        return [200, ['success' => true]];
    }

    /** Removes rows, and the bookings of resources. */
    private function removeRows(string $kind, array $rows): void
    {
        $ids = array_column($rows, 'id');
        $this->remove($kind, fn ($row) => in_array($row['id'], $ids, true));
        if ($kind === 'resources') {
            $this->remove('bookings', fn ($row) => in_array($row['resource_id'], $ids, true));
        }
    }

    private function remove(string $kind, Closure $isRemoved): void
    {
        $this->state[$kind] = array_filter($this->state[$kind], fn ($row) => !$isRemoved($row));
    }

    /** Refuses an object that conflicts with the others. */
    private function validate(string $kind, array $row): void
    {
        if ($kind === 'resources') {
            foreach ($this->state['resources'] as $other) {
                $isSame = wrong('loose-comparison') ? $other['name'] == $row['name'] : $other['name'] === $row['name'];
                if ($other['id'] !== $row['id'] && $isSame) {
                    throw new Refusal(409, "The name \"{$row['name']}\" is in use.");
                }
            }
        }
        if ($kind === 'bookings') {
            $this->find('resources', $row['schedule_id'], (string) $row['resource_id']);
            $row['end'] >= $row['start'] || throw new Refusal(400, 'The booking ends before it starts.');
        }
    }

    /** The row of a new collaborator, if one may be added. */
    private function invite(string $scheduleId, array $values): array
    {
        ['email' => $email, 'user_role' => $role, 'invite' => $isInvited] = $values;
        $user = $this->userWithEmail($email);
        foreach ($this->rows('collaborators', $scheduleId) as $row) {
            if (strtolower($row['email']) === strtolower($email) || $user !== null && $this->isOf($user, $row)) {
                throw new Refusal(409, "$email is a collaborator already.");
            }
        }
        if ($user !== null) {
            $user['id'] !== $this->user['id'] || throw new Refusal(400, 'You own this schedule.');
            $user['allow_collaboration'] || throw new Refusal(400, "$email does not allow to be added.");
            $count = count(array_filter($this->state['collaborators'], fn ($row) => $this->isOf($user, $row)));
            $count < $user['collaboration_limit'] || throw new Refusal(400, "$email collaborates in as many schedules as allowed.");
        }
        if ($isInvited) {
            $this->mails[] = [
                'to' => $email,
                'subject' => 'Invitation to a schedule',
                'text' => "{$this->user['email']} invites you to the schedule $scheduleId as $role.",
            ];
        }
        return ['email' => $email, 'user_role' => $role, 'user_id' => $user['id'] ?? null];
    }

    /*
     * Responses.
     */

    private function one(array $object): array
    {
        return [200, ['data' => $this->withFields($object), 'success' => true]];
    }

    private function page(string $kind, array $rows): array
    {
        $given = $this->query['limit'] ?? '20';
        $limit = naturalNumber('limit', wrong('limit-or-default') ? ($given ?: '20') : $given);
        $offset = naturalNumber('offset', $this->query['offset'] ?? '0');
        $rows = $this->chosen($rows);
        if ($kind === 'bookings') {
            $rows = $this->inPeriod($rows);
        }
        $keepsKeys = wrong('filter-keeps-keys') && isset($this->query['ids']);
        $page = array_slice($rows, $offset, $limit === 0 ? null : $limit, $keepsKeys);
        $objects = array_map(fn ($row) => $this->withFields($this->show($kind, $row)), $page);
        if (wrong('left-reference')) {
            foreach ($objects as &$object) {
                unset($object['password']);
            }
            foreach ($objects as $object) {
                assert(isset($object));
            }
        }
        $pagination = $this->pagination($limit, $offset, count($page), count($rows));
        return [200, ['data' => $objects, 'pagination' => $pagination, 'success' => true]];
    }

    private function inPeriod(array $rows): array
    {
        $instant = instant($this->zone);
        // Rounds up to a full second, because bookings have no fractions of a second.
        $read = fn (string $time): int => $instant($time) + preg_match('/[.,]\d*[1-9]/', $time);
        if (isset($this->query['time_min'])) {
            $min = $read($this->query['time_min']);
            $rows = array_filter($rows, fn ($row) => $row['start'] >= $min);
        }
        if (isset($this->query['time_max'])) {
            $max = $read($this->query['time_max']);
            $rows = array_filter($rows, fn ($row) => $row['end'] < $max);
        }
        return $rows;
    }

    private function pagination(int $limit, int $offset, int $count, int $total): array
    {
        [$path] = explode('?', $_SERVER['REQUEST_URI'], 2);
        $url = fn (int $offset): string =>
            self::origin() . "$path?" . http_build_query(['offset' => $offset, 'limit' => $limit] + $this->query);
        $last = $limit === 0 ? 0 : intdiv(max($total - 1, 0), $limit) * $limit;
        $links = ['first' => $url(0), 'last' => $url($last)];
        if ($limit > 0 && $offset + $limit < $total) {
            $links['next'] = $url($offset + $limit);
        }
        return ['limit' => $limit, 'offset' => $offset, 'page_count' => $count, 'total_count' => $total, 'links' => $links];
    }

    private static function origin(): string
    {
        return 'http://' . $_SERVER['HTTP_HOST'];
    }

    /** The object of a row, as shown to this user. */
    private function show(string $kind, array $row): array
    {
        if ($kind === 'bookings') {
            $start = new DateTime("@{$row['start']}");
            $end = new DateTime("@{$row['end']}");
            $utc = fn (DateTime $time): string => $time->format('Y-m-d\TH:i:s\Z');
            $local = fn (DateTime $time): string => (wrong('mutable-datetime') ? $time : clone $time)
                ->setTimezone($this->zone)->format(wrong('twelve-hours') ? 'Y-m-d h:i' : 'Y-m-d H:i');
            return [...$row, 'start' => $local($start), 'end' => $local($end), 'start_utc' => $utc($start), 'end_utc' => $utc($end)];
        }
        if ($kind === 'collaborators') {
            foreach ($this->state['users'] as $user) {
                if ($this->isOf($user, $row)) {
                    $row['user'] = array_intersect_key($user, ['email' => 0, 'firstname' => 0, 'lastname' => 0]);
                }
            }
            unset($row['user_id']);
        }
        return $row;
    }

    /** The members that `fields` names; all without it. Remains an object if no member is left. */
    private function withFields(array $object): array|object
    {
        $fields = $this->query['fields'] ?? '';
        return $fields === '' ? $object : (object) array_intersect_key($object, array_flip(explode(',', $fields)));
    }
}
