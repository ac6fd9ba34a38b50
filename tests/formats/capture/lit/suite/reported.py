"""A format of lit: each file says what its test reports."""
import json
import os

import lit.formats
import lit.Test


class Reported(lit.formats.FileBasedTest):
    def execute(self, test, litConfig):
        with open(test.getSourcePath()) as file:
            said = json.load(file)
        result = lit.Test.Result(getattr(lit.Test, said["code"]), said.get("output", ""))
        for name, value in said.get("metrics", {}).items():
            result.addMetric(name, lit.Test.toMetricValue(value))
        return result
