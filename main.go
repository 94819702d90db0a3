// Command mneme gives any AI agent a memory: an OpenAI-compatible proxy that an
// agent points its base URL at.
package main

func main() {}
