<?php

// Each check of the conformance kit is a test of PHPUnit: phpunit ConformanceTest.php
//
// Your server runs already, and target.json describes it. Needs Node.js for the kit.

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class ConformanceTest extends TestCase
{
    public static function checks(): iterable
    {
        $kit = getenv('SCHEDKIT') ?: 'npx --yes schedkit@0.1.0';
        $options = getenv('OPTIONS') ?: '--target target.json --quick';
        if (file_exists('conformance.json')) {
            unlink('conformance.json');
        }
        passthru("$kit conformance run $options --quiet --report json=conformance.json", $code);
        // 3 is an incomplete run.
        $outcome = in_array($code, [0, 3], true) ? 'passed' : "exit code $code";
        yield 'run' => [['title' => 'The kit has run', 'outcome' => $outcome, 'evidence' => []]];
        $report = json_decode(file_get_contents('conformance.json'), true, 512, JSON_THROW_ON_ERROR);
        foreach ($report['checks'] as $check) {
            yield $check['id'] => [$check];
        }
    }

    /** @dataProvider checks of PHPUnit 9 */
    #[DataProvider('checks')]
    public function testConformance(array $check): void
    {
        if ($check['outcome'] === 'skipped') {
            $this->markTestSkipped($check['reason']);
        }
        $messages = array_column($check['evidence'], 'message');
        $this->assertContains(
            $check['outcome'],
            ['passed', 'observed', 'warned'],
            implode("\n", [$check['title'], ...$messages]),
        );
    }
}
