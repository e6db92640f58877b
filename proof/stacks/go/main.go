// The scheduling service with Go's standard library and its state in memory, written from the document alone.
//
// SEED names a JSON file with the accounts and schedules that exist at the start, MAILS the file that e-mails are appended to, and
// MISTAKE one of the mistakes below; without it, none is made.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

var mistakes = map[string]string{
	"nil-slice":            "encodes an empty list as null, because its slice is nil",
	"omitempty":            "leaves out members that are false or empty, because of omitempty",
	"zero-for-absent":      "sets what an update does not send to its zero value, by decoding into a struct without pointers",
	"parse-is-utc":         "reads times without a zone as UTC, because time.Parse does",
	"literal-z":            "formats the local time with a layout that ends in a literal Z",
	"map-order":            "lists objects in the order of a map, which changes each time",
	"loop-variable":        "keeps the address of a loop variable, so that a list repeats its last object",
	"filter-in-place":      "filters with objects[:0], which overwrites the slice that it filters",
	"shadowed-err":         "loses the error of a bulk update in a variable that shadows err",
	"query-forgives":       "leaves out parameters that cannot be decoded, as URL.Query() does",
	"missing-return":       "goes on after it has written that the user has no access",
	"byte-length":          "takes len of a string, which counts bytes, for its number of characters",
	"narrow-id":            "converts ids to int32, so that large ids name small ones",
	"time-equal":           "compares times with ==, which compares their locations too",
	"value-receiver":       "changes the password of a copy, in a method with a value receiver",
	"early-unlock":         "unlocks between the look for a name in use and the creation",
	"load-location":        "takes the empty time zone and Local, which time.LoadLocation knows",
	"last-page":            "links to an empty last page where the pages are full, by total / limit * limit",
	"delete-while-ranging": "skips each object behind a deleted one, because the slice moves under its index",
	"no-fallthrough":       "refuses the role editor, because a case without statements does not fall through",
	"typed-nil":            "shows null for a user who is not registered, because a nil pointer in an interface is not nil",
	"unanchored":           "finds a colour anywhere in a text, with a regular expression without anchors",
	"wild-offset":          "takes the offset +99:00, because time.Parse checks no range",
	"parse-bool":           "takes all=true for all=1, because strconv.ParseBool does",
}

var mistake = os.Getenv("MISTAKE")

func wrong(name string) bool {
	if _, ok := mistakes[name]; !ok {
		panic("unknown mistake " + name)
	}
	return mistake == name
}

func main() {
	text, err := os.ReadFile(os.Getenv("SEED"))
	if err != nil {
		log.Fatal(err)
	}
	var seed seed
	if err := json.Unmarshal(text, &seed); err != nil {
		log.Fatal(err)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "0"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, newService(seed, mailFile(os.Getenv("MAILS")))))
}
