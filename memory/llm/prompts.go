package llm

import (
	"embed"
	"fmt"
)

// prompts are files, so that who reads the product reads them as they are sent.
// An embedded file can only be a variable of the package; nothing writes it.
//
//go:embed prompts/*.md prompts/*.json
var prompts embed.FS

// prompt returns a prompt in a language: "zh", else English.
func prompt(name, language string) string {
	if language != "zh" {
		language = "en"
	}
	return read(fmt.Sprintf("prompts/%s.%s.md", name, language))
}

func read(file string) string {
	text, err := prompts.ReadFile(file)
	if err != nil {
		panic(err) // it is compiled in, and a test reads every one
	}
	return string(text)
}
