// Each check of the conformance kit is a test of JUnit 5, which Maven and Gradle run as any other.
//
// Your server runs already, and target.json describes it. Needs Node.js for the kit.

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

class ConformanceTest {
    private static List<String> words(String variable, String usual) {
        return List.of(System.getenv().getOrDefault(variable, usual).split(" "));
    }

    @TestFactory
    Stream<DynamicTest> conformance() throws Exception {
        List<String> command = new ArrayList<>(words("SCHEDKIT", "npx --yes schedkit@0.1.0"));
        command.addAll(List.of("conformance", "run", "--quiet", "--report", "junit=conformance.xml"));
        command.addAll(words("OPTIONS", "--target target.json --quick"));
        File report = new File("conformance.xml");
        report.delete();
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        DynamicTest run = dynamicTest("run", () -> assertTrue(code == 0 || code == 3, "exit code " + code));
        NodeList checks = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report)
                .getElementsByTagName("testcase");
        Stream<DynamicTest> tests = IntStream.range(0, checks.getLength())
                .mapToObj(index -> (Element) checks.item(index))
                .filter(check -> !check.getAttribute("name").equals("verdict incomplete")) // as with --max-requests
                .map(check -> dynamicTest(check.getAttribute("name"), () -> judge(check)));
        return Stream.concat(Stream.of(run), tests);
    }

    private static void judge(Element check) {
        for (Node part = check.getFirstChild(); part != null; part = part.getNextSibling()) {
            switch (part.getNodeName()) {
                case "skipped" -> assumeTrue(false, ((Element) part).getAttribute("message"));
                case "failure", "error" -> fail(part.getTextContent());
                default -> { }
            }
        }
    }
}
