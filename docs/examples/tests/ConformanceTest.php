<?php

// Each check of the conformance kit is a test of PHPUnit: phpunit ConformanceTest.php
//
// Your server runs already, and target.json describes it. Needs Node.js for the kit.

use PHPUnit\Framework\TestCase;

final class ConformanceTest extends TestCase
{
    public static function checks(): iterable
    {
        $kit = getenv('SCHEDKIT') ?: 'npx --yes schedkit@0.1.0';
        $options = getenv('OPTIONS') ?: '--target target.json --quick';
        passthru("$kit conformance run $options --quiet --report json=conformance.json");
        $report = json_decode(file_get_contents('conformance.json'), true, 512, JSON_THROW_ON_ERROR);
        foreach ($report['checks'] as $check) {
            yield $check['id'] => [$check];
        }
    }

    /** @dataProvider checks */
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
