package wire

import "strings"

// Route returns the format of a request by its method and the last segments of
// its raw path, so that any base in front of them will do. An assistant's
// .../threads/x/messages is another call of the same name.
func Route(method, path string) Format {
	if method != "POST" {
		return Unread
	}
	rest, name := lastSegment(path)
	if name != "completions" && strings.Contains(path, "/threads/") {
		return Unread
	}
	switch name {
	case "completions":
		if _, parent := lastSegment(rest); parent == "chat" {
			return Chat
		}
	case "responses":
		return Responses
	case "messages":
		return Messages
	}
	return Unread
}

func lastSegment(path string) (rest, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}
