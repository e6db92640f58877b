#!/usr/bin/env php
<?php
/*
 * Starts a server, certifies it, stops it, and exits with the exit code of the kit: 0 for conformant.
 *
 *     php certify.php --allow all --report html=conformance.html
 *
 * Replace startServer with what your project has for its own tests. Needs PHP 8 and Node.js, and no packages.
 */
declare(strict_types=1);

$kit = explode(' ', getenv('SCHEDKIT') ?: 'npx schedkit');
$port = getenv('PORT') ?: '4010';

$account = fn (string $name) => ['email' => "$name@example.test", 'password' => "secret of $name"];
$target = [
    'baseUrl' => "http://127.0.0.1:$port",
    'owner' => $account('owner'),
    'schedules' => ['first', 'second', 'spare'],
    'members' => array_map($account, ['editor', 'viewer', 'stranger']),
    'disposable' => array_map(fn (int $number) => $account("throwaway$number"), range(1, 8)),
];

/** Writes a value as JSON to a temporary file, which is removed at the end. */
function written(mixed $content): string
{
    $path = tempnam(sys_get_temp_dir(), 'certify');
    register_shutdown_function(fn () => unlink($path));
    file_put_contents($path, json_encode($content, JSON_THROW_ON_ERROR));
    return $path;
}

/** Starts the server with the accounts and schedules of the target: here the reference server, with a seed file. */
function startServer(array $kit, string $port, array $target): mixed
{
    $schedule = fn (string $id) => ['id' => $id, 'owner' => $target['owner']['email']];
    $seed = written([
        'users' => [$target['owner'], ...$target['members'], ...$target['disposable']],
        'schedules' => array_map($schedule, $target['schedules']),
    ]);
    // In its own process group, if setsid exists: npx starts child processes, which do not end with it.
    $group = PHP_OS_FAMILY === 'Linux' ? ['setsid'] : [];
    $command = [...$group, ...$kit, 'serve', '--port', $port, '--seed', $seed];
    return proc_open($command, [1 => ['file', '/dev/null', 'w'], 2 => STDERR], $pipes);
}

/** Stops the server and its child processes. */
function stop(mixed $server): void
{
    ['pid' => $pid, 'running' => $isRunning] = proc_get_status($server);
    if ($isRunning && PHP_OS_FAMILY === 'Linux') {
        exec("kill -s TERM -- -$pid");
    } else {
        proc_terminate($server);
    }
    proc_close($server);
}

/** Waits until the server responds, with any status. */
function waitFor(mixed $server, string $url): void
{
    $options = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 2]]);
    for ($attempt = 0; $attempt < 150; $attempt++) {
        if (!proc_get_status($server)['running']) {
            giveUp('The server ended.');
        }
        if (@file_get_contents("$url/v1/users/me", false, $options) !== false) {
            return;
        }
        usleep(200_000);
    }
    stop($server);
    giveUp("The server does not answer at $url.");
}

function giveUp(string $reason): never
{
    fwrite(STDERR, "$reason\n");
    exit(4);
}

$server = startServer($kit, $port, $target);
waitFor($server, $target['baseUrl']);
$arguments = [...$kit, 'conformance', 'run', '--target', written($target), ...array_slice($argv, 1)];
$run = proc_open($arguments, [0 => STDIN, 1 => STDOUT, 2 => STDERR], $pipes);
$code = proc_close($run);
stop($server);
exit($code);
