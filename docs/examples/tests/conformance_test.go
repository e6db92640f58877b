// Each check of the conformance kit is a test of Go: go test conformance_test.go
//
// Your server runs already, and target.json describes it. Needs Node.js for the kit.
package conformance

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func words(variable, usual string) []string {
	if value := os.Getenv(variable); value != "" {
		return strings.Fields(value)
	}
	return strings.Fields(usual)
}

func TestConformance(t *testing.T) {
	command := words("SCHEDKIT", "npx --yes schedkit@0.1.0")
	command = append(command, "conformance", "run", "--quiet", "--report", "json=conformance.json")
	command = append(command, words("OPTIONS", "--target target.json --quick")...)
	kit := exec.Command(command[0], command[1:]...)
	kit.Stderr = os.Stderr
	_ = os.Remove("conformance.json")
	_ = kit.Run()
	if code := kit.ProcessState.ExitCode(); code != 0 && code != 3 { // 3: incomplete
		t.Errorf("the kit ended with %d: its output says why", code)
	}
	text, err := os.ReadFile("conformance.json")
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Checks []struct {
			ID, Title, Outcome, Reason string
			Evidence                   []struct{ Message string }
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	for _, check := range report.Checks {
		check := check
		t.Run(check.ID, func(t *testing.T) {
			switch check.Outcome {
			case "passed", "observed", "warned":
			case "skipped":
				t.Skip(check.Reason)
			default:
				t.Errorf("%s: %s %v", check.Title, check.Outcome, check.Evidence)
			}
		})
	}
}
