// Package admin is the second listener: the API by which operators and users
// see, correct and forget what is remembered, and the health and metrics of the
// process.
//
// It owns the shapes of the API, who may call what, and the OpenAPI document. It
// never decides what is worth remembering and never touches a chat request. It
// speaks net/http: nothing here is on a hot path.
package admin
