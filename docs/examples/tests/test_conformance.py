"""Each check of the conformance kit is a test of pytest: python3 -m pytest test_conformance.py

Your server runs already, and target.json describes it. Needs Node.js for the kit.
"""
import json
import os
import subprocess

import pytest

KIT = os.environ.get("SCHEDKIT", "npx --yes schedkit@0.1.0").split()
OPTIONS = os.environ.get("OPTIONS", "--target target.json --quick").split()


def checks():
    subprocess.run([*KIT, "conformance", "run", *OPTIONS, "--quiet", "--report", "json=conformance.json"])
    with open("conformance.json", encoding="utf-8") as report:
        return json.load(report)["checks"]


@pytest.mark.parametrize("check", checks(), ids=lambda check: check["id"])
def test_conformance(check):
    if check["outcome"] == "skipped":
        pytest.skip(check["reason"])
    messages = [each["message"] for each in check["evidence"]]
    assert check["outcome"] in ("passed", "observed", "warned"), "\n".join([check["title"], *messages])
