"""Each check of the conformance kit is a test of pytest: python3 -m pytest test_conformance.py

Your server runs already, and target.json describes it. Needs Node.js for the kit.
"""
import json
import os
import pathlib
import subprocess

import pytest

KIT = os.environ.get("SCHEDKIT", "npx --yes schedkit@0.1.0").split()
OPTIONS = os.environ.get("OPTIONS", "--target target.json --quick").split()


REPORT = pathlib.Path("conformance.json")

REPORT.unlink(missing_ok=True)
RUN = subprocess.run([*KIT, "conformance", "run", *OPTIONS, "--quiet", "--report", f"json={REPORT}"])
CHECKS = json.loads(REPORT.read_text(encoding="utf-8"))["checks"]


def test_run():
    assert RUN.returncode in (0, 3), "the output of the kit says why; 3 would be an incomplete run"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check["id"])
def test_conformance(check):
    if check["outcome"] == "skipped":
        pytest.skip(check["reason"])
    messages = [each["message"] for each in check["evidence"]]
    assert check["outcome"] in ("passed", "observed", "warned"), "\n".join([check["title"], *messages])
