# Each check of the conformance kit is an example of RSpec: rspec conformance_spec.rb
#
# Your server runs already, and target.json describes it. Needs Node.js for the kit.
require "json"

kit = ENV.fetch("SCHEDKIT", "npx --yes schedkit@0.1.0")
options = ENV.fetch("OPTIONS", "--target target.json --quick")
File.delete("conformance.json") if File.exist?("conformance.json")
system("#{kit} conformance run #{options} --quiet --report json=conformance.json")
code = $?.exitstatus

RSpec.describe "Conformance" do
  it "has run: the output of the kit says why not; 3 would be an incomplete run" do
    expect([0, 3]).to include(code)
  end

  JSON.parse(File.read("conformance.json"))["checks"].each do |check|
    it "#{check["id"]}: #{check["title"]}" do
      skip check["reason"] if check["outcome"] == "skipped"
      messages = check["evidence"].map { |each| each["message"] }
      expect(%w[passed observed warned]).to include(check["outcome"]), messages.join("\n")
    end
  end
end
