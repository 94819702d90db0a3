// Command bench measures the running binary from outside, as a client: what it adds to a
// request, how much of the evidence its recall finds, what capture takes in.
//
//	go run ./bench recall -data FILE...    evidence found in a token budget, set by set
//	go run ./bench overhead                added latency, throughput, CPU and memory beside a bare pass-through
//	go run ./bench prefix                  share of an agent's prompts that a provider can cache, with memory and without
//	go run ./bench soak                    memory, files and threads under load with clients that leave
//	go run ./bench capture -binary FILE    exchanges journaled and learnt a second, and how soon
//	go run ./bench upkeep                  a year of invented people, looked after and not
//
// It reads data sets in the common form described in recall's help and never has any of their
// content compiled in. Every number in the README names the command that prints it.
package main
