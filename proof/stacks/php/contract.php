<?php

declare(strict_types=1);

/** The reason why a request is refused; the code is the status. */
final class Refusal extends Exception
{
    public function __construct(int $status, string $message, public readonly array $headers = [])
    {
        parent::__construct($message, $status);
    }
}

/** A member that a create must have. */
const REQUIRED = null;

/*
 * Parsers of values: they return the value to store, or throw a Refusal.
 */

function text(int $most, int $least = 0): Closure
{
    return function (mixed $value) use ($most, $least): string {
        is_string($value) || throw new Refusal(400, 'must be a text');
        if (wrong('zero-is-empty')) {
            $value = empty($value) ? '' : $value;
        }
        if (wrong('html-in-texts')) {
            $value = htmlspecialchars($value);
        }
        if (wrong('substr-truncates')) {
            $value = mb_substr($value, 0, $most);
        }
        $length = wrong('length-in-bytes') ? strlen($value) : mb_strlen($value, 'UTF-8');
        if ($length < $least || $length > $most) {
            throw new Refusal(400, "has $length characters, not $least to $most");
        }
        return $value;
    };
}

function matching(string $pattern, string $form, int $most): Closure
{
    return function (mixed $value) use ($pattern, $form, $most): string {
        $value = text($most)($value);
        return preg_match($pattern, $value) ? $value : throw new Refusal(400, "is not of the form $form");
    };
}

function colour(): Closure
{
    return matching(wrong('dollar-newline') ? '/^#[0-9a-f]{6}$/i' : '/\A#[0-9a-f]{6}\z/i', '#RRGGBB', 8);
}

function email(): Closure
{
    return matching('/\A[^@\s]+@[^@\s]+\z/u', 'NAME@HOST', 200);
}

function weblink(): Closure
{
    return function (mixed $value): string {
        $value = text(250)($value);
        $isLink = wrong('filter-var-url')
            ? filter_var($value, FILTER_VALIDATE_URL) !== false
            : preg_match('~\Ahttps?://[^\s/?#\x00-\x1f\x7f][^\s\x00-\x1f\x7f]*\z~i', $value) === 1;
        return $value === '' || $isLink ? $value : throw new Refusal(400, 'is not an HTTP or HTTPS link');
    };
}

function boolean(): Closure
{
    return function (mixed $value): bool {
        if (wrong('filter-var-boolean')) {
            $value = filter_var($value, FILTER_VALIDATE_BOOLEAN, FILTER_NULL_ON_FAILURE);
        }
        return is_bool($value) ? $value : throw new Refusal(400, 'must be true or false');
    };
}

function integer(): Closure
{
    return fn (mixed $value): int => is_int($value) ? $value : throw new Refusal(400, 'must be an integer');
}

function oneOf(string ...$allowed): Closure
{
    return fn (mixed $value): mixed => in_array($value, $allowed, !wrong('loose-in-array'))
        ? $value
        : throw new Refusal(400, 'is not one of ' . implode(', ', $allowed));
}

function timezone(): Closure
{
    return oneOf(...DateTimeZone::listIdentifiers(DateTimeZone::ALL_WITH_BC));
}

/** Parses an ISO 8601 time, by default in the zone, to seconds since 1970. */
function instant(DateTimeZone $zone): Closure
{
    return function (mixed $value) use ($zone): int {
        is_string($value) || throw new Refusal(400, 'must be a text');
        if (wrong('default-timezone')) {
            $zone = new DateTimeZone(date_default_timezone_get());
        }
        if (wrong('strtotime-words') && ($time = date_create_immutable($value, $zone)) !== false) {
            return $time->getTimestamp();
        }
        $pattern = '/\A(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?\z/';
        if (!preg_match($pattern, $value, $part)) {
            throw new Refusal(400, 'is not an ISO 8601 time');
        }
        [, $year, $month, $day, $hour, $minute, $second, $offset] = $part + [4 => '00', '00', '00', ''];
        $second = $second === '' ? '00' : $second;
        $isDate = checkdate((int) $month, (int) $day, (int) $year) || wrong('dates-overflow') && $month <= 12 && $day <= 31;
        if (!$isDate || $hour > 23 || $minute > 59 || $second > 59) {
            throw new Refusal(400, 'is not a time that exists');
        }
        $time = date_create_immutable("$year-$month-$day $hour:$minute:$second$offset", $zone);
        if ($time === false || !preg_match('/\A\d{4}\z/', $time->setTimezone(utc())->format('Y'))) {
            throw new Refusal(400, 'is not a time that exists');
        }
        return $time->getTimestamp();
    };
}

function utc(): DateTimeZone
{
    return new DateTimeZone('UTC');
}

function now(): string
{
    return gmdate('Y-m-d\TH:i:s\Z');
}

/*
 * The members that a body may have: their parser and their default.
 */

/** @return array<string, array{Closure, mixed}> */
function members(string $kind, DateTimeZone $zone): array
{
    $link = ['link' => [weblink(), ''], 'link_title' => [text(100), ''], 'note' => [text(500), '']];
    $custom = ['custom_1' => [text(200), ''], 'custom_2' => [text(200), '']];
    $colours = ['color_fg' => [colour(), '#000000'], 'color_bk' => [colour(), '#FFFFFF']];
    $bold = ['text_bold' => [boolean(), false]];
    return match ($kind) {
        'resources' => [
            'name' => [text(100, 1), REQUIRED],
            'description' => [text(200), ''],
            ...$colours,
            'color_schedule' => [colour(), '#FFFFFF'],
            ...$bold, ...$link, ...$custom,
        ],
        'bookings' => [
            'resource_id' => [integer(), REQUIRED],
            'title' => [text(100), ''],
            'start' => [instant($zone), REQUIRED],
            'end' => [instant($zone), REQUIRED],
            'all_day_display' => [boolean(), false],
            ...$colours, ...$bold, ...$link, ...$custom,
        ],
        'collaborators' => ['user_role' => [oneOf('editor', 'viewer'), 'viewer']],
        'invitation' => [
            'email' => [email(), REQUIRED],
            'user_role' => [oneOf('editor', 'viewer'), 'viewer'],
            'invite' => [boolean(), false],
        ],
        'user' => [
            'email' => [email(), REQUIRED],
            'firstname' => [text(50), ''],
            'lastname' => [text(100), ''],
            'language_tag' => [oneOf('en', 'de'), 'en'],
            'date_format' => [oneOf('m/d/Y', 'm-d-Y', 'm.d.Y', 'd/m/Y', 'd-m-Y', 'd.m.Y', 'Y/m/d', 'Y-m-d', 'Y.m.d'), 'Y-m-d'],
            'time_format' => [oneOf('H:i', 'h:i A', 'h:i a'), 'H:i'],
            'timezone' => [timezone(), 'UTC'],
            'first_day_of_week' => [oneOf('monday', 'saturday', 'sunday'), 'monday'],
            'allow_collaboration' => [boolean(), true],
            'profile_completed' => [boolean(), false],
            'new_password' => [text(PHP_INT_MAX, 6), ''],
        ],
    };
}

/** The writable members of a body; other members are ignored. */
function readBody(string $json, array $members): array
{
    $body = json_decode($json, true);
    if (!is_array($body) || !str_starts_with(ltrim($json), '{')) {
        throw new Refusal(400, 'The body is not a JSON object.');
    }
    $values = [];
    foreach ($members as $name => [$read]) {
        if (array_key_exists($name, $body)) {
            try {
                $values[$name] = $read($body[$name]);
            } catch (Refusal $refusal) {
                throw new Refusal(400, "\"$name\" {$refusal->getMessage()}.");
            }
        }
    }
    return $values;
}

/** Adds the defaults of members that a create leaves out. */
function withDefaults(array $values, array $members): array
{
    foreach ($members as $name => [, $default]) {
        $values[$name] ??= $default ?? throw new Refusal(400, "\"$name\" is missing.");
    }
    return $values;
}

/** An integer query parameter. */
function naturalNumber(string $name, string $value): int
{
    $number = filter_var($value, FILTER_VALIDATE_INT, ['options' => ['min_range' => 0]]);
    return $number === false ? throw new Refusal(400, "$name=$value is not an integer of 0 or more.") : $number;
}

/** The id in a path or a query; 0 if no object can have it. */
function idOf(string $value): int
{
    if (wrong('intval-of-id')) {
        return (int) $value;
    }
    return preg_match('/\A[1-9]\d{0,17}\z/', $value) ? (int) $value : 0;
}
