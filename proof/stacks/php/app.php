<?php

declare(strict_types=1);

/*
 * The scheduling service in plain PHP, written from the document alone, served by PHP's built-in server, with its data in a file.
 *
 * `php app.php` (PHP 8.1 or later with mbstring and pcntl) starts it and prints its URL. SEED names a JSON file with the
 * accounts and schedules that exist at the start, MAILS the file that e-mails are appended to, PORT a port, and MISTAKE one of
 * the mistakes below; without it, none is made.
 */

const MISTAKES = [
    'loose-comparison' => 'takes the names 1e3 and 1000 for the same, because it compares with ==',
    'zero-is-empty' => 'stores an empty text for "0", because empty("0") is true',
    'ids-zero-is-empty' => 'takes ids=0 for no ids, because empty("0") is true',
    'limit-or-default' => 'takes limit=0 for no limit given, because of `$limit ?: 20`',
    'filter-keeps-keys' => 'shows a list with ids as an object with keys, because array_filter keeps them',
    'merge-renumbers' => 'gives objects other ids after a bulk DELETE, because array_merge renumbers keys',
    'union-keeps-old' => 'keeps the old values in a single PUT, because `$old + $new` prefers the left side',
    'length-in-bytes' => 'counts the bytes of a text with strlen',
    'loose-in-array' => 'takes true for any of the allowed values, because in_array is not strict',
    'intval-of-id' => 'reads the id 12abc as 12, because of (int)',
    'filter-var-url' => 'takes links with any scheme that FILTER_VALIDATE_URL takes',
    'filter-var-boolean' => 'takes "yes" and 1 for true, because of FILTER_VALIDATE_BOOLEAN',
    'strtotime-words' => 'takes "tomorrow" for a time, because strtotime does',
    'dates-overflow' => 'takes February 30 for March 2, because DateTime does',
    'default-timezone' => 'reads times without a zone in that of date_default_timezone_get()',
    'mutable-datetime' => 'shows start_utc in the zone of the user, because setTimezone changes the DateTime',
    'twelve-hours' => 'shows times with date("h"), which ends at 12',
    'left-reference' => 'shows the last object of a page as the one before it, because of a reference left by foreach',
    'numeric-check' => 'shows texts of digits as numbers, because of JSON_NUMERIC_CHECK',
    'html-in-texts' => 'escapes texts with htmlspecialchars before it stores them',
    'substr-truncates' => 'shortens a text that is too long with mb_substr instead of refusing it',
    'dollar-newline' => 'takes a colour with a line break after it, because $ in a pattern does',
    'bcrypt-72' => 'compares the first 72 bytes of a password, as bcrypt does',
    'any-text-is-true' => 'takes all=false for all=1, because every text but "0" is true',
    'count-as-id' => 'gives the id count() + 1, also after a deletion',
];

/** Whether this run makes the named mistake. */
function wrong(string $name): bool
{
    assert(array_key_exists($name, MISTAKES));
    return getenv('MISTAKE') === $name;
}

require __DIR__ . '/contract.php';
require __DIR__ . '/store.php';
require __DIR__ . '/service.php';

if (PHP_SAPI === 'cli') {
    start();
} else {
    respond();
}

/** Becomes PHP's server on a free port; a child process prints the URL once it answers, or exits with it. */
function start(): void
{
    createStore(json_decode(file_get_contents(getenv('SEED')), true, flags: JSON_THROW_ON_ERROR));
    $free = stream_socket_server('tcp://127.0.0.1:' . (getenv('PORT') ?: 0));
    $address = stream_socket_get_name($free, false);
    fclose($free);
    if (pcntl_fork() === 0) {
        $server = posix_getppid();
        while (!@stream_socket_client("tcp://$address") && posix_getppid() === $server) {
            usleep(5_000);
        }
        echo "http://$address\n";
        return;
    }
    // One process, without PHP_CLI_SERVER_WORKERS: workers outlive a server that is ended with SIGTERM.
    pcntl_exec(PHP_BINARY, ['-q', '-d', 'opcache.enable_cli=1', '-d', 'variables_order=EGPCS', '-S', $address, __FILE__]);
}

/** Answers one request. */
function respond(): void
{
    ini_set('html_errors', '0');
    $mails = [];
    try {
        [$status, $body] = answer($mails);
    } catch (Refusal $refusal) {
        [$status, $body] = [$refusal->getCode(), ['success' => false, 'error' => $refusal->getMessage()]];
        foreach ($refusal->headers as $name => $value) {
            header("$name: $value");
        }
    } catch (Throwable $error) {
        error_log((string) $error);
        [$status, $body] = [500, ['success' => false, 'error' => 'The server failed.']];
    }
    sendMails($mails);
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode(
        $body,
        JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR
            | (wrong('numeric-check') ? JSON_NUMERIC_CHECK : 0),
    );
}

/** @return array{int, array} the status and the body */
function answer(array &$mails): array
{
    [$path] = explode('?', $_SERVER['REQUEST_URI'], 2);
    $method = $_SERVER['REQUEST_METHOD'] === 'HEAD' ? 'GET' : $_SERVER['REQUEST_METHOD'];
    [$handlers, $arguments] = route($path);
    $handler = $handlers[$method]
        ?? throw new Refusal(405, "$method is not possible here.", ['Allow' => implode(', ', array_keys($handlers))]);
    $input = $method === 'GET' ? '' : file_get_contents('php://input');
    return transaction($method !== 'GET' || $handler === 'activate', function (array &$state) use ($handler, $arguments, $input, &$mails) {
        $service = new Service($state, $mails, readQuery(), $input);
        if ($handler !== 'activate') {
            $service->authenticate();
        }
        return $service->$handler(...$arguments);
    });
}

/** @return array{array<string, string>, list<string>} the handlers by method, and the parameters in the path */
function route(string $path): array
{
    $kinds = 'resources|bookings|collaborators';
    $routes = [
        '/users/me' => ['GET' => 'readUser', 'PUT' => 'updateUser', 'DELETE' => 'deleteUser'],
        "/schedules/([^/]+)/($kinds)" =>
            ['GET' => 'list', 'POST' => 'create', 'PUT' => 'updateMany', 'DELETE' => 'deleteMany'],
        "/schedules/([^/]+)/($kinds)/([^/]+)" => ['GET' => 'read', 'PUT' => 'update', 'DELETE' => 'delete'],
        '/schedules/([^/]+)/resources/([^/]+)/(bookings)' =>
            ['GET' => 'listOfResource', 'PUT' => 'updateManyOfResource', 'DELETE' => 'deleteManyOfResource'],
        '/activations/([^/]+)' => ['GET' => 'activate'],
    ];
    foreach ($routes as $pattern => $handlers) {
        if (preg_match("~\\A/v1$pattern\\z~", $path, $found)) {
            return [$handlers, array_map(rawurldecode(...), array_slice($found, 1))];
        }
    }
    throw new Refusal(404, "There is nothing at $path.");
}

/** The query as it was sent: $_GET changes names that contain dots, spaces or brackets. */
function readQuery(): array
{
    $query = [];
    foreach (array_filter(explode('&', $_SERVER['QUERY_STRING'] ?? ''), fn ($pair) => $pair !== '') as $pair) {
        [$name, $value] = explode('=', $pair, 2) + [1 => ''];
        $query[urldecode($name)] = urldecode($value);
    }
    return $query;
}
