<?php

declare(strict_types=1);

/*
 * One file with all data, next to the file of mails; a lock on it serializes transactions.
 */

function storePath(string $name): string
{
    return dirname(getenv('MAILS')) . "/php-$name";
}

/** Runs the work on the state, and writes the state back unless the work throws. */
function transaction(bool $isWriting, callable $work): mixed
{
    $file = fopen(storePath('store'), 'r+');
    flock($file, $isWriting ? LOCK_EX : LOCK_SH);
    try {
        $state = unserialize(stream_get_contents($file));
        $result = $work($state);
        if ($isWriting) {
            $bytes = serialize($state);
            rewind($file);
            fwrite($file, $bytes);
            ftruncate($file, strlen($bytes));
        }
        return $result;
    } finally {
        fclose($file);
    }
}

function createStore(array $seed): void
{
    $users = [];
    foreach ($seed['users'] as $user) {
        $user['password'] = hashed($user['password']);
        $user += array_diff_key(withDefaults($user, members('user', utc())), ['new_password' => 0]);
        $user += ['collaboration_limit' => 100, 'request_rate_limit' => 1_000_000, 'schedules_limit' => 10];
        $users[$user['id']] = $user + ['updated_at' => now(), 'created_at' => now()];
    }
    $ids = array_column($users, 'id', 'email');
    $schedules = array_map(fn ($schedule) => ['owner' => $ids[$schedule['owner']]], array_column($seed['schedules'], null, 'id'));
    $empty = ['resources' => [], 'bookings' => [], 'collaborators' => [], 'activations' => []];
    file_put_contents(storePath('store'), serialize(['lastId' => 0, 'users' => $users, 'schedules' => $schedules, ...$empty]));
}

/** Counts a request of a user, by second. Returns false if the limit for the last 5 minutes is reached. */
function countRequest(string $userId, int $most): bool
{
    $file = fopen(storePath('rate-' . sha1($userId)), 'c+');
    flock($file, LOCK_EX);
    $counts = json_decode(stream_get_contents($file) ?: '{}', true);
    $counts = array_filter($counts, fn ($second) => $second > time() - 300, ARRAY_FILTER_USE_KEY);
    $isAllowed = array_sum($counts) < $most;
    if ($isAllowed) {
        $counts[time()] = ($counts[time()] ?? 0) + 1;
    }
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode((object) $counts));
    fclose($file);
    return $isAllowed;
}

/** bcrypt reads at most 72 bytes and no NUL, hence the digest. The cost is low because this server holds no secrets. */
function hashed(string $password): string
{
    return password_hash(digest($password), PASSWORD_BCRYPT, ['cost' => 4]);
}

function digest(string $password): string
{
    return wrong('bcrypt-72') ? $password : base64_encode(hash('sha384', $password, true));
}

/** @param list<array{to: string, subject: string, text: string}> $mails */
function sendMails(array $mails): void
{
    foreach ($mails as $mail) {
        file_put_contents(getenv('MAILS'), json_encode($mail) . "\n", FILE_APPEND | LOCK_EX);
    }
}
