package sqlite

import (
	"mneme/capture"
	"mneme/memory/erase"
	"mneme/memory/flat"
	"mneme/proxy/admin"
)

// What the floors above ask of truth.
var (
	_ erase.Truth     = (*Store)(nil)
	_ admin.Truth     = (*Store)(nil)
	_ admin.Ops       = (*Store)(nil)
	_ capture.Renewer = (*Store)(nil)
	_ flat.Source     = (*Store)(nil)
)
